// Loads a level: the screen goes dark, a bar shows how far it is, an error can be answered with another try.

// @compile
export class Loader extends Executor {
  dark = 0;
  bar = null;
  error = null;
  level = null;

  constructor(fetchFile) {
    super();
    this.fetchFile = fetchFile;
  }

  /** Gives the files of the level, or null if the player gave up. */
  load(names) {
    try {
      this.fade(0, 1);
      this.level = this.loadAll(names);
      this.fade(1, 0);
      return this.level;
    } finally {
      this.bar = null;
      this.error = null;
      this.dark = 0;
    }
  }

  fade(from, to) {
    this.hold(() => tween(200, (t) => (this.dark = from + (to - from) * t)));
  }

  loadAll(names) {
    const files = {};
    while (true) {
      const missing = names.filter((name) => !(name in files));
      try {
        this.all(missing.map((name) => this.loadOne(name, files, names.length)));
        return files;
      } catch (error) {
        this.error = error.message;
        const { key } = this.race({ again: waitSignal('again'), back: waitSignal('back') });
        this.error = null;
        if (key === 'back') return null;
      }
    }
  }

  loadOne(name, files, count) {
    files[name] = this.withTimeout(2000, this.fetchFile(name));
    this.bar = Object.keys(files).length / count;
  }
}
