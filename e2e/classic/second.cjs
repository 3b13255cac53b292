/** Another script of the same page. */
var doors = globalThis.doors || (globalThis.doors = []);
var verb = 'open';

// @compile
doors.push({
  [`${verb}Second`]() {
    wait(10);
    return 'second';
  },
});
