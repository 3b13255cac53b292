/** Plays a scene of the playground in the page, frame by frame, as the tests ask. It is bundled with the stage: see harness/scenes.js. */
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import { createStage } from '../../play/stage/index.ts';

const FRAME_MS = 1000 / 60;

/** Starts a scene that the test has compiled. The next calls play it. */
window.openScene = (code, { width, height, dark }) => {
  const canvas = document.querySelector('canvas');
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const lines = [];
  const errors = [];
  const scheduler = new runtime.Scheduler({ seed: 7, onError: (error) => errors.push(String(error)) });
  const stage = createStage({
    canvas: canvas.transferControlToOffscreen(),
    width,
    height,
    pixelRatio: devicePixelRatio,
    scheduler,
    log: (...values) => lines.push(values.join(' ')),
    dark,
  });
  const names = Object.keys(stage.globals);
  // oxlint-disable-next-line typescript/no-implied-eval -- the scene is text that the test has compiled
  const script = new Function('spindle', ...names, `"use strict";${code}`);
  scheduler.enter(() => script({ ...runtime, ...abi }, ...names.map((name) => stage.globals[name])));
  window.scene = {
    stage,
    lines,
    errors,
    /** The pixel of a canvas that has been handed over is read from a picture of it. */
    async pixel(x, y) {
      const copy = new OffscreenCanvas(width, height).getContext('2d');
      copy.drawImage(await createImageBitmap(canvas), 0, 0, width, height);
      return [...copy.getImageData(x, y, 1, 1).data];
    },
    /** A tap in the middle of something, in the pixels of the page. */
    tap({ x, y }) {
      const square = width / 16.7;
      const at = { x: (x + 0.85) * square, y: (y + 0.85) * square };
      stage.pointer(at.x, at.y, true);
      stage.pointer(at.x, at.y, false);
      return at;
    },
    frames(count) {
      for (let i = 0; i < count; i++) {
        scheduler.pulse(FRAME_MS);
        stage.draw();
      }
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    },
  };
};
