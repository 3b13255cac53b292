/**
 * Private fields and methods are seen only in the body of their class, so that hands over what reads and writes them. A load makes an object without running code of
 * the game: it calls the constructors of such classes, whose bodies, and initializers that run code, do nothing then.
 *
 *   class Safe {                     class Safe {
 *     #code = pick();           →      static {
 *     constructor(owner) {               $private(this, { code: [o => o.#code, (o, $v) => { o.#code = $v; }] });
 *       …                              }
 *     }                                #code = $loading() ? void 0 : pick();
 *   }                                  constructor(owner) {
 *                                        if ($loading()) return;
 *                                        …
 *                                      }
 *                                    }
 */
import type { types as t } from '@babel/core';
import { isClass, walk } from '../babel/ast.js';
import { isStatic } from '../babel/class-members.js';
import { isDecorated } from '../lower/read/class-heads.js';
import { isNameless } from '../lower/read/nameless.js';
import { putUnderKey } from '../lower/simplify/inferred-names.js';
import type { WrittenFile } from '../write/writer.js';
import { runsPart } from './class-effects.js';
import { type Entry, objectOf } from './file-record.js';

/** `value`: the parameter that gets one. Of all classes, also of those that factories make. Needs the final code: nothing else may look at it any more. */
export function handOverPrivateFields(written: WrittenFile, value: string, roots: readonly t.Node[]): void {
  const { t: types } = written.compilation;
  const found: t.Class[] = [];
  for (const root of roots)
    walk(types, root, (node) => void (isClass(node) && hasPrivateNames(node) && found.push(node)));
  for (const one of found) handOver(written, value, one);
}

const hasPrivateNames = ({ body }: t.Class): boolean =>
  body.body.some((one) => one.type === 'ClassPrivateProperty' || one.type === 'ClassPrivateMethod');

function handOver(written: WrittenFile, VALUE: string, node: t.Class): void {
  const { emit } = written;
  const { t: types } = written.compilation;
  const { body } = node.body;
  const constructor = body.find((one) => one.type === 'ClassMethod' && one.kind === 'constructor');
  // What decorators make of a class is theirs. Keys of patterns are evaluated before the body.
  if (isDecorated(node) || (constructor as t.ClassMethod | undefined)?.params.some((one) => hasComputedKey(one)))
    return;
  const [OWN, OF] = [false, true].map((isOfClass) =>
    objectOf(
      types,
      body.flatMap((one) => (isStatic(one) === isOfClass ? accessorsOf(one) : [])),
    ),
  );
  const call =
    OF!.properties.length > 0
      ? emit.statement('$private(this, OWN, OF);', { OWN: OWN!, OF: OF! })
      : emit.statement('$private(this, OWN);', { OWN: OWN! });
  for (const one of body) if (isInitializer(one) && !isStatic(one)) guardInitializer(written, one);
  if (constructor) guardConstructor(written, constructor as t.ClassMethod, Boolean(node.superClass));
  body.unshift(types.staticBlock([call]));

  /** A field is written, too. */
  function accessorsOf(member: t.ClassBody['body'][number]): Entry[] {
    if (member.type !== 'ClassPrivateProperty' && !isMethod(member)) return [];
    const { name } = member.key.id;
    const read = (): t.MemberExpression =>
      types.memberExpression(types.identifier('o'), types.privateName(types.identifier(name)));
    const parts = { READ: read(), WRITTEN: read(), VALUE };
    const isField = member.type === 'ClassPrivateProperty';
    const text = isField ? '[o => READ, (o, VALUE) => { WRITTEN = VALUE; }]' : '[o => READ]';
    const accessors = emit.expression(text, isField ? parts : { READ: parts.READ });
    return [[name, accessors]];
  }

  /** One that waits is a getter, which reads it: see write/functions/methods.ts. */
  function isMethod(member: t.Node): member is t.ClassPrivateMethod {
    if (member.type !== 'ClassPrivateMethod') return false;
    const [only] = member.body.body;
    const read = only?.type === 'ReturnStatement' ? only.argument : undefined;
    const isRead = read?.type === 'CallExpression' && read.arguments.some((one) => emit.metas.has(one));
    return member.kind === 'get' && isRead;
  }

  function hasComputedKey(pattern: t.Node): boolean {
    let has = false;
    walk(types, pattern, (one) => void (has ||= one.type === 'ObjectProperty' && one.computed));
    return has;
  }
}

const isInitializer = (one: t.Node): one is t.ClassProperty | t.ClassPrivateProperty =>
  one.type === 'ClassProperty' || one.type === 'ClassPrivateProperty';

function guardInitializer({ compilation, emit }: WrittenFile, field: t.ClassProperty | t.ClassPrivateProperty): void {
  const { t: types } = compilation;
  const { value, key } = field;
  if (!value || !runsPart(types, value)) return;
  const name = key.type === 'PrivateName' ? types.stringLiteral(`#${key.id.name}`) : key;
  const isComputed = 'computed' in field && field.computed;
  const VALUE = isNameless(types, value) && !isComputed ? putUnderKey(types, value, name) : value;
  field.value = emit.expression('$loading() ? void 0 : VALUE', { VALUE });
}

function guardConstructor({ compilation, emit }: WrittenFile, { body }: t.ClassMethod, isDerived: boolean): void {
  const { t: types } = compilation;
  const SUPER = types.callExpression(types.super(), []);
  const guard = isDerived
    ? emit.statement('if ($loading()) { SUPER; return; }', { SUPER })
    : emit.statement('if ($loading()) return;');
  body.body.unshift(guard);
}
