/** Pages whose time is counted in frames: what happens in them does not depend on how busy the machine is. */

/**
 * Gives a page that is not loaded yet a time of its own: each of its frames takes 1/60 s, and nothing else takes any.
 * Its frames come as the browser draws, however long that takes. With `isStepped` they come only when they are asked for.
 * In the page, `await passFrames(count)` lets frames pass.
 */
export async function giveOwnTime(page, { isStepped = false } = {}) {
  await page.addInitScript(install, isStepped);
}

/** Runs in the page. */
function install(isStepped) {
  const FRAME_MS = 1000 / 60;
  const nextFrame = window.requestAnimationFrame.bind(window);
  const startMs = Date.now();
  let nowMs = 0;
  let lastId = 0;
  let due = new Map();
  let asked = new Map();
  performance.now = () => nowMs;
  Date.now = () => startMs + nowMs;
  window.requestAnimationFrame = (call) => {
    asked.set(++lastId, call);
    return lastId;
  };
  window.cancelAnimationFrame = (id) => void (asked.delete(id) || due.delete(id));

  function playFrame() {
    nowMs += FRAME_MS;
    [due, asked] = [asked, new Map()];
    for (const call of due.values()) {
      try {
        call(nowMs);
      } catch (error) {
        reportError(error);
      }
    }
  }

  if (!isStepped)
    nextFrame(function frame() {
      playFrame();
      nextFrame(frame);
    });
  window.passFrames = async (count) => {
    for (let left = count; left > 0; left--) {
      if (isStepped) playFrame();
      // Promises and messages come between two frames.
      // oxlint-disable-next-line no-await-in-loop -- one frame after the other
      await new Promise((resolve) => (isStepped ? setTimeout(resolve) : window.requestAnimationFrame(resolve)));
    }
  };
}
