/** A script of a page, without imports. Its computed key needs a name of its own in the compiled script. */
var doors = globalThis.doors || (globalThis.doors = []);
var verb = 'open';

// @compile
doors.push({
  [`${verb}First`]() {
    wait(10);
    return 'first';
  },
});
