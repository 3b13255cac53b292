import { diagnosticsOf, messagesOf } from '../compile.js';

const file = (base: string, own: string): string =>
  `// @compile\nclass Creep extends Executor {\n${base}\n}\n// @compile\nclass Knight extends Creep {\n${own}\n}`;

const told = (base: string, own: string): string[] => diagnosticsOf(file(base, own)).map(({ code }) => code);

const HURT = '// @instant\nhurt(points) { this.hp -= points; }';
const HALVES = 'hurt(points) { super.hurt(points / 2); }';

describe('an override without a mark of a method with one', () => {
  test('names both, the mark that is lost, and the mends', () => {
    expect(messagesOf(file(HURT, HALVES))[0]).toContain(
      '`Knight.hurt` overrides `Creep.hurt`, which is `// @instant`, and has no mark of its own, so it queues while its owner is busy. ' +
        'Put `// @instant` above it, or `// @allow SPN632` if it should queue. [SPN632]',
    );
  });

  test('stands at the name of the method, and offers the mark', () => {
    const [one] = diagnosticsOf(file(HURT, HALVES));
    expect(one).toMatchObject({ line: 8, column: 0, endColumn: 4 });
    expect(one!.mends).toMatchObject([{ kind: 'mark', text: '@instant', line: 8 }]);
  });

  test.each([
    ['@instant', '@instant'],
    ['@beside', '@beside'],
    ['@interrupt', '@interrupt'],
    ['@restart', '@restart'],
    ['@drop', '@drop'],
    ['@latest', '@latest'],
    ['@interrupt @restart', '@interrupt @restart'],
  ])('is told of %s', (mark, mend) => {
    const [one, ...more] = diagnosticsOf(
      file(`// ${mark}\nhurt(p) { this.hp -= p; }`, 'hurt(p) { this.hp -= p / 2; }'),
    );
    expect(more).toEqual([]);
    expect(one).toMatchObject({ code: 'SPN632', values: { marks: mark, meant: mend }, mends: [{ text: mend }] });
  });

  test('of one that waits, the mend is a mark that lets it wait', () => {
    const [one] = diagnosticsOf(file(HURT, 'hurt(points) { super.hurt(points); wait(100); this.x = 1; }'));
    expect(one).toMatchObject({ code: 'SPN632', values: { marks: '@instant', meant: '@beside' } });
  });

  test.each([
    ['a field', HURT, 'hurt = function (points) { this.hp -= points / 2; }'],
    ['of a field', '// @instant\nhurt = function (points) { this.hp -= points; }', HALVES],
    ['with a key that is a text', HURT, "'hurt'(points) { this.hp -= points / 2; }"],
  ])('is told: %s', (_, base, own) => expect(told(base, own)).toEqual(['SPN632']));

  test.each(['Knight.prototype.hurt', 'Knight.prototype["hurt"]'])('is told where a method is assigned: %s', (left) => {
    const assigned = `${left} = function (points) { this.hp -= points / 2; };`;
    const [one, ...more] = diagnosticsOf(`// @compile the whole file\n${file(HURT, '')}\n${assigned}`);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ code: 'SPN632', line: 11, column: 17 });
  });

  test('is told where each object is given a method, and not where the class is', () => {
    const assigned = 'this.hurt = function (points) { this.hp -= points / 2; };';
    expect(told(HURT, `constructor() { super(); ${assigned} }`)).toEqual(['SPN632']);
    expect(told(HURT, `static { ${assigned} }`)).toEqual([]);
  });

  test('is told of a base whose class is instant as a whole', () => {
    const base = '// @compile\n// @instant\nclass Creep extends Executor { hurt(points) { this.hp -= points; } }';
    expect(diagnosticsOf(`${base}\n// @compile\nclass Knight extends Creep { ${HALVES} }`)).toMatchObject([
      { code: 'SPN632', values: { marks: '@instant' } },
    ]);
  });

  test('is told of a base that is further above, and of a class in a constant', () => {
    const base = `// @compile\nconst Creep = class extends Executor {\n${HURT}\n};`;
    const text = `${base}\nclass Rider extends Creep {}\n// @compile\nclass Knight extends Rider { ${HALVES} }`;
    expect(diagnosticsOf(text).map(({ code }) => code)).toEqual(['SPN632']);
  });

  test.each([
    ['the same mark', HURT, `// @instant\n${HALVES}`],
    ['another mark', HURT, `// @beside\n${HALVES}`],
    ['a base without marks', 'hurt(points) { this.hp -= points; }', HALVES],
    ['a question', HURT, 'hurt(points) { return points / 2; }'],
    ['a static method', HURT, 'static hurt(points) { this.hp -= points; }'],
    ['a private method', '// @instant\n#hurt() { this.hp--; }', '#hurt() { this.hp -= 2; }'],
    ['a plain method', HURT, `// @native\n${HALVES}`],
    ['a getter', HURT, 'get hurt() { return this.x(); }'],
    ['another method', HURT, 'heal(points) { super.hurt(-points); }'],
    ['an arrow, above which no mark can stand', HURT, 'hurt = (points) => { this.hp -= points / 2; };'],
    ['a key that is computed', HURT, '[hurt](points) { this.hp -= points / 2; }'],
    ['allowed', HURT, `// @allow SPN632\n${HALVES}`],
  ])('is not told: %s', (_, base, own) => expect(told(base, own)).toEqual([]));

  test('nor of a class whose base is of another file, or whose base the file changes', () => {
    const knight = `// @compile\nclass Knight extends Creep { ${HALVES} }`;
    expect(diagnosticsOf(`import { Creep } from './creep.js';\n${knight}`)).toEqual([]);
    expect(diagnosticsOf(`// @compile\nlet Creep = class {\n${HURT}\n};\nCreep = wrap(Creep);\n${knight}`)).toEqual([]);
  });

  test('nor of an instant class, in which a method needs no mark', () => {
    const base = `// @compile\nclass Creep extends Executor {\n${HURT}\n}`;
    expect(diagnosticsOf(`${base}\n// @compile\n// @instant\nclass Knight extends Creep { ${HALVES} }`)).toEqual([]);
  });

  test('nor of a class that is not compiled', () => {
    const base = `// @compile\nclass Creep extends Executor {\n${HURT}\n}`;
    expect(diagnosticsOf(`${base}\nclass Knight extends Creep { ${HALVES} }`)).toEqual([]);
  });
});
