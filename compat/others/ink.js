/** A conversation in Ink: its tags call scripts, and its choices are what a script waits for. */
import { Compiler } from 'inkjs/full';

/** The writer's text. `# door open 2` above a line is `cast.door.open('2')`, and the line comes when that is over. */
const TEXT = `
It knocks. #door shake
* [Who is there?] A voice says: a friend.
  -> inside
* [Say nothing.] -> END
== inside
Come in, then. #door open
-> END
`;

/** Tells a text of Ink. `cast` are objects whose methods are scripts; the signal `choice` brings the number of an answer. */
// @compile
export function tell(cast, show, text = TEXT) {
  const story = new Compiler(text).Compile();
  while (true) {
    while (story.canContinue) {
      const line = story.Continue().trim();
      for (const tag of story.currentTags) {
        const [who, what, ...given] = tag.split(' ');
        waitFor(cast[who][what](...given));
      }
      if (line !== '') {
        show(line);
        wait(400 + line.length * 40);
      }
    }
    if (story.currentChoices.length === 0) return;
    show(story.currentChoices.map(({ text: answer }) => answer).join(' | '));
    story.ChooseChoiceIndex(waitSignal('choice'));
  }
}

// @compile
export class Door extends Executor {
  log = [];

  shake() {
    this.log.push('shakes');
    this.wait(300);
    this.log.push('is still');
  }

  open() {
    this.log.push('opens');
    this.wait(500);
  }
}
