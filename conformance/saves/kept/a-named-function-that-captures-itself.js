class o {
  v = log(log(0)) ? ((a) => log(2))(log(1)) : delete this;
  static w = 3;
  constructor(a) {
    this.w = ['v', 'k'].some((a, b) => 1);
  }
  /* @compile */ parameter(a, b) {
    'use strict';
    const k3 = [];
    let r = 2;
    while (r-- > 0) {
      let parameters = 0;
      k3.push(function f6(a) {
        return a > 0
          ? f6(a - 1)
          : (() => {
              log(r, parameters);
              return { v: 1, w: 2 }.v;
            })();
      });
      parameters = log(1);
    }
    for (const f of k3) log(f());
    return new.target === undefined;
  }
}
const one_o = new o(1);
// @compile
function r1(
  a = (() => {
    try {
      return b;
    } catch (x) {
      return why(x);
    }
  })(),
  b = ((a) => log(3))([a].forEach((a) => log(3))),
) {
  log((b = true) ? (b ? b : undefined) : [a, true]);
  return a;
}
// @compile
function main(a) {
  switch ((arguments[0] = 3) && ({ [log(3)]: one_o.w = log(3), ...one_o[0] } = { v: 3, w: 4 })) {
    case 1 < !0:
      let superG = 1;
      break;
    default: {
      let v9 = 1;
    }
  }
  let thread;
  if ([1, 1]) thread = 1;
  log(one_o.parameter());
  log(r1());
}
