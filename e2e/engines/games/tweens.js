/** Tweens of GSAP and anime.js, which run by their own clocks. Each script gives how far its figure is when it goes on. */
import { animate } from 'animejs';
import { gsap } from 'gsap';
import { scheduler, start } from '@spindle/runtime';

const makers = {
  gsap: (figure) => gsap.to(figure, { x: 100, duration: 0.3 }),
  timeline: (figure) => gsap.timeline().to(figure, { x: 50, duration: 0.2 }).to(figure, { x: 100, duration: 0.1 }),
  anime: (figure) => animate(figure, { x: 100, duration: 300 }),
};

// @compile
function glide(make) {
  const figure = { x: 0 };
  waitFor(make(figure));
  return figure.x;
}

// @compile
function follow(tween, figure) {
  waitFor(tween);
  return figure.x;
}

// @compile
function giveUp(make) {
  const figure = { x: 0 };
  race(waitFor(make(figure)), wait(100));
  return figure.x;
}

export function begin() {
  let lastMs = performance.now();
  const frame = (nowMs) => {
    scheduler.pulse(Math.max(0, nowMs - lastMs));
    lastMs = nowMs;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const together = (make) => {
    const figure = { x: 0 };
    const tween = make(figure);
    return Promise.all([start(() => follow(tween, figure)), start(() => follow(tween, figure))]);
  };
  const games = Object.entries(makers).map(([name, make]) => [
    name,
    {
      glide: () => start(() => glide(make)),
      together: () => together(make),
      giveUp: () => start(() => giveUp(make)),
    },
  ]);
  return { scheduler, ...Object.fromEntries(games) };
}
