/** What looks at threads and controls them. */
export { attachDevtools } from './devtools.js';
export { type ChromeEvent, type ChromeTrace, recordTrace } from './chrome-trace.js';
export { connect, type View, type ViewHandlers } from './connect.js';
export type { CommandName } from './commands.js';
export { breakAt, type Control, controlOf, type PauseListener } from './control.js';
export { explain, type Explained, type ExplainOptions } from './explain.js';
export {
  type EventData,
  type EventType,
  inspect,
  type InspectOptions,
  type Inspector,
  type Listener,
  type ThreadEvent,
} from './inspect.js';
export { VERSION, type Wire } from './lines.js';
export type { FindFile, Locate, Place, PlaceOptions } from './place.js';
export { serve } from './serve.js';
export type { Past, ServeOptions } from './serve-options.js';
export type { Snapshot, State, ThreadInfo } from './snapshot.js';
export type { LaneSpan, LaneThread, TimelineAnswer, TimelineQuestion, TraceLine } from './timeline.js';
