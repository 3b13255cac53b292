/** The scenes that can be chosen. */
export interface Scene {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly code: string;
}

export const scenes: readonly Scene[] = [
  {
    id: 'hello',
    title: 'Two people',
    about: 'Ada and Bob talk at the same time. Each does one thing at a time.',
    code: `// @compile
class Person extends Executor {
  constructor(public name: string) {
    super();
  }

  talk(text: string, ms: number) {
    say(\`\${this.name}: \${text}\`);
    this.wait(ms);
  }
}

const ada = new Person('Ada');
const bob = new Person('Bob');

// @compile
function scene() {
  ada.talk('I count to three.', 600);
  bob.talk('I listen.', 900);
  for (let n = 1; n <= 3; n++) ada.talk(String(n), 500);
  waitFor(ada.talk('Done.', 300));
  bob.talk('Well counted!', 500);
}

start(() => scene());
`,
  },
];
