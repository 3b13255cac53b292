// @compile
// Three glitches wait for the same alert, each in another way. Tap the
// stage twice, quickly: who goes where? To begin with, two alerts come
// by themselves.

stage.hint = 'Tap, or arrow keys and Enter: an alert';
const flag = new Actor(1, 1, { look: 'flag', color: 'orange' });
const [ada, bo, cy] = glitches;
for (const [i, glitch] of glitches.entries()) glitch.place(1, 3 + 2 * i);

// What counts is that somebody calls it.
function alert(x) {
  flag.place(x, 1);
  log('alert at', x);
}

// In turn: what comes while Ada walks, she does not hear.
function inTurn() {
  while (true) {
    const x = waitFor(alert);
    this.walkTo(x, this.y);
    this.say('All quiet here.');
  }
}

// One after the other: a queue keeps all that comes meanwhile.
function oneByOne() {
  const alerts = listen(alert);
  while (true) {
    const x = alerts.next();
    this.walkTo(x, this.y);
    this.say(`${alerts.size} to go.`);
  }
}

// The newest wins: Cy drops what she does, and waits for the next.
function theNewest() {
  while (true) {
    const x = waitFor(alert);
    this.cancelOthers();
    start(() => this.walkTo(x, this.y));
  }
}

function taps() {
  while (true) alert(waitSignal('tap').x);
}

inTurn.call(ada);
oneByOne.call(bo);
theNewest.call(cy);
start(() => taps());
alert(12);
start(() => {
  wait(1500);
  alert(5);
});
