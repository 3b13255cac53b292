/** The stage of scenes that draw nothing: what they write stands on the canvas. */
import type { Scheduler } from '@spindle/runtime';

export interface Stage {
  readonly globals: Record<string, unknown>;
  pointer(x: number, y: number, down: boolean): void;
  key(code: string, down: boolean): void;
  draw(): void;
  dispose(): void;
}

interface StageOptions {
  readonly canvas: OffscreenCanvas | null;
  readonly width: number;
  readonly height: number;
  readonly scheduler: Scheduler;
  readonly log: (text: string) => void;
}

export function createStage({ canvas, width, height, scheduler, log }: StageOptions): Stage {
  const context = canvas?.getContext('2d') ?? null;
  if (canvas !== null) context?.scale(canvas.width / width, canvas.height / height);
  const said: string[] = [];
  const say = (text: unknown): void => {
    said.push(String(text));
    log(String(text));
  };
  return {
    globals: { scheduler, say, stage: { width, height } },
    pointer() {},
    key: (code, down) => {
      if (down) scheduler.signal('key', code);
    },
    draw() {
      if (context === null) return;
      context.fillStyle = '#1d2230';
      context.fillRect(0, 0, width, height);
      context.fillStyle = '#e8ecf6';
      context.font = '18px system-ui, sans-serif';
      said.slice(-10).forEach((text, index) => context.fillText(text, 24, 40 + index * 27));
    },
    dispose() {},
  };
}
