/** The colours of the states, for eyes that see some colours alike. */
import { STYLES } from '../src/view/panes/styles.js';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Machado, Oliveira and Fernandes 2009, at severity 1: they are for linear RGB. */
const EYES: Readonly<Record<string, Matrix>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** Of sRGB to XYZ, each row divided by the white of D65. */
const TO_XYZ: Matrix = [
  [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883],
];
const THEMES = ['light', 'dark'];
const STATES = ['running', 'sleeping', 'waiting', 'queued'];

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const times = (matrix: Matrix, [r, g, b]: Triple): Triple =>
  matrix.map(([x, y, z]) => Math.min(Math.max(x * r + y * g + z * b, 0), 1)) as unknown as Triple;

/** A colour of the view in one of the themes, as linear RGB. */
function colourOf(name: string, theme: string): Triple {
  const found = new RegExp(String.raw`--_${name}: .*light-dark\((#\w{6}), (#\w{6})\)`).exec(STYLES)!;
  const hex = found[THEMES.indexOf(theme) + 1]!;
  return [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Triple;
}

/** CIE L*a*b*. */
function labOf(colour: Triple): Triple {
  const [x, y, z] = times(TO_XYZ, colour).map((part) =>
    part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116,
  ) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIE76: 2 or 3 is just seen where the colours touch, and 0 to 100 is black to white. */
function difference(one: Triple, other: Triple): number {
  const [a, b] = [labOf(one), labOf(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** As WCAG has it. */
function contrast(one: Triple, other: Triple): number {
  const [dark = 0, light = 0] = [one, other].map((colour) => times(TO_XYZ, colour)[1]).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const pairs = STATES.flatMap((one, index) => STATES.slice(index + 1).map((other) => [one, other] as const));
const cases = THEMES.flatMap((theme) => Object.keys(EYES).map((eye) => [theme, eye] as const));

test.each(cases)('%s: each two states differ for %s eyes', (theme, eye) => {
  const seen = (name: string): Triple => times(EYES[eye]!, colourOf(name, theme));
  const alike = pairs
    .map(([one, other]) => `${one}, ${other}: ${difference(seen(one), seen(other)).toFixed(0)}`)
    .filter((text) => Number(text.split(': ')[1]) < 20);
  expect(alike).toEqual([]);
});

test.each(THEMES)('%s: each state is seen on the ground, and a queued one reads as text', (theme) => {
  const ground = colourOf('bg', theme);
  const ratios = Object.fromEntries(STATES.map((name) => [name, contrast(colourOf(name, theme), ground)]));
  expect(Math.min(...Object.values(ratios))).toBeGreaterThan(3);
  expect(ratios['queued']).toBeGreaterThan(4.5);
});

test('the measure itself: black and white differ by 100, and red and green are alike for some', () => {
  const [black, white]: Triple[] = [
    [0, 0, 0],
    [1, 1, 1],
  ];
  expect(difference(black!, white!)).toBeCloseTo(100, 1);
  expect(contrast(black!, white!)).toBeCloseTo(21, 5);
  // The queued colour that was: next to that of waiting it could not be told apart by a green-blind person.
  const seen = [0xb3, 0x74, 0, 0xc2, 0x41, 0x0c].map((part) => linear(part / 255));
  const [waiting, queued] = [seen.slice(0, 3), seen.slice(3)] as unknown as [Triple, Triple];
  expect(difference(times(EYES['deutan']!, waiting), times(EYES['deutan']!, queued))).toBeLessThan(10);
});
