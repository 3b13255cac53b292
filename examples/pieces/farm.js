// A farm: figures with plans, weather, and a night in which all is saved.
import { Clock } from '@spindle/runtime';

const hourMs = 100;

/** All that a morning needs: plain JSON. */
export function newFarm(size) {
  const figures = [];
  for (let i = 0; i < size; i++) {
    const plan = [
      [6 + (i % 3), 'field'],
      [12, 'mill'],
      [18 + (i % 4), 'bed'],
    ];
    figures.push({ name: `figure ${i}`, place: 'bed', wheat: 0, plan });
  }
  return { day: 1, weather: 'sun', figures };
}

// @compile
class Figure extends Executor {
  constructor(data, farm) {
    super();
    this.data = data;
    this.farm = farm;
  }

  /** From where the figure is to the end of its plan. */
  live() {
    for (const [hour, place] of this.data.plan) {
      this.waitUntilTime(hour * hourMs);
      this.data.place = place;
      if (place === 'field') this.harvest(11 * hourMs);
    }
  }

  /** One sheaf in each hour, but none in the rain: then it waits under a tree. */
  harvest(untilTime) {
    while (clock.now < untilTime) {
      if (this.farm.weather === 'rain') {
        this.data.place = 'tree';
        this.race(
          waitUntil(() => this.farm.weather === 'sun'),
          waitUntilTime(untilTime),
        );
        this.data.place = 'field';
      }
      this.wait(hourMs);
      this.data.wheat++;
    }
  }
}

// @compile
function weather(farm) {
  while (true) {
    farm.weather = random() < 0.3 ? 'rain' : 'sun';
    wait(2 * hourMs);
  }
}

// @compile
export function playDay(farm, save) {
  withClock(new Clock(clock), () => {
    const figures = farm.figures.map((data) => new Figure(data, farm));
    race(waitUntilTime(20 * hourMs), weather(farm), all(figures.map((figure) => figure.live())));
  });
  for (const figure of farm.figures) figure.place = 'bed';
  farm.day++;
  save(JSON.stringify(farm));
}

// @compile
export function play(farm, days, save) {
  for (let i = 0; i < days; i++) playDay(farm, save);
}
