/** `window.game`: a test stops the engine's own loop, makes the frames by hand, and looks at what there is. */
import { scheduler } from '@spindle/runtime';
import type { Saves } from '@spindle/runtime/saves';
import type Phaser from 'phaser';
import type { Night } from './night';
import type { Ui } from './ui';

declare global {
  interface Window {
    game: object;
  }
}

export function exposeForTests(game: Phaser.Game, night: Night, ui: Ui, saves: Saves): void {
  const isShown = (id: string): boolean => !document.getElementById(id)!.hidden;
  const sceneNow = (): string => {
    if (isShown('title')) return 'title';
    if (isShown('end')) return 'end';
    if (ui.isCutscene) return 'cutscene';
    if (ui.explores) return 'explore';
    return document.querySelector('#caption.says') === null ? 'waits' : 'says';
  };
  const thing = (offer: string) => night.stage.things.find((each) => each.offer === offer) ?? night.stage.keeper;
  window.game = {
    scheduler,
    saves,
    get isReady() {
      return night.stage !== undefined;
    },
    stop: () => game.loop.sleep(),
    step(ms: number, isDrawn = true) {
      const now = scheduler.clock.now + ms;
      if (isDrawn) game.step(now, ms);
      else game.headlessStep(now, ms);
    },
    state: () => ({
      scene: sceneNow(),
      outcome: isShown('end') ? document.getElementById('end')!.dataset.outcome : null,
      offer: isShown('use') ? document.getElementById('use')!.textContent : null,
      isChoosing: ui.isChoosing,
      x: night.stage.mira.x,
      isAwake: night.stage.keeper.isAwake,
      hasHeard: night.stage.keeper.hasHeard,
      caption: document.getElementById('caption')!.textContent,
      told: document.getElementById('told')!.textContent,
    }),
    isPaused: () => night.scene.isPaused(),
    hasOil: () => night.stage.mira.hasOil,
    whereIs: (offer: string) => thing(offer).x,
    /** Where a thing is on the page. */
    onScreen(offer: string): [number, number] {
      const { worldView, zoom } = night.cameras.main;
      const pixels = game.scale.gameSize.width / innerWidth;
      return [((thing(offer).x - worldView.x) * zoom) / pixels, ((530 - worldView.y) * zoom) / pixels];
    },
  };
}
