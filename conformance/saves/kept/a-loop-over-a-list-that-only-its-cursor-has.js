'use strict';
function* every(a) {
  yield ({ a } = { a: 3 }) == (3 || a) < !a;
}
// @compile
const waitUntil = {
  v: 1,
  w: 2,
  [({ v: null, [log(0)]: log(0) }, 'm3')](a = 1, late = () => a) {
    var a = a;
    log(2);
    return log(3);
  },
};
// @compile
const waitFor = {
  __proto__: waitUntil,
  v: 1,
  m6: function (a, ...b) {
    arguments[1]++;
    [arguments[0]] = [log(0)];
    log(a, arguments.length);
    log(0);
    return this.v;
  },
  ['m6']: function (a) {
    return log(a, 6);
  },
};
// @compile
const waitSignal = same(function (a, b) {
  // @nowait
  for (let i9 = 0; i9 < 2; i9++) waitFor.m6`${p(0)}b`;
  return [b, false][a ?? (false ? 1 > 2 : a ? a : 0)];
});
// @compile
function main(a) {
  try {
    {
      log(signal());
      function signal(a, b = 1) {
        {
          let clearSignal;
          if (false * false < (true ? a : b)) clearSignal = [a, false] || 3 === 2;
          a = clearSignal;
        }
        return 2;
      }
    }
    log(1);
    try {
      [waitSignal][0]();
    } finally {
      waitSignal();
    }
    try {
      waitFor.m6?.();
    } catch ({ message }) {
      log(typeof message);
      waitSignal?.();
    }
  } catch ({ message }) {
    log(typeof message);
    try {
      v12 *= log(0);
    } catch (e) {
      log(why(e));
    }
    const v12 = log(1);
    try {
      log((v12 = 3));
    } catch (e) {
      log(why(e));
    }
    {
      let v12 = log(1);
      log(5);
      log(v12);
    }
  }
  switch ([[same]]?.[(`a${2}b${p(2)}`, 0)][0](3)) {
    case `${waitFor.m6.name}/${waitFor.m6.length}`: {
      if (p(3)) {
        log(3);
      } else {
        (0, waitSignal)();
      }
      break;
    }
    case log('k'):
      let waitForEvent = 1;
      break;
  }
  for (const [eventSource, eventSourceb = 2] of [[1, 2], [[(arguments[0] = [1, 1 && 1]), (waitUntil.w += 'v'), ~p(1)]]])
    waitUntil[('w', 'm3')]`a${1}`;
  if ({ v: (waitUntil.g = 1), [(0, none)?.(null)]: `a${[1, 1]}b${!(0 > 2)}` }) throw new Error('bad thing');
  log(1 && 1 ? 1 : 1 === 1);
  log(waitUntil.m3());
  log(waitFor.m6());
  log(waitSignal());
}
