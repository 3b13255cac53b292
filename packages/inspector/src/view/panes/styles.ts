/** How the view looks. Each colour is a custom property that a page may set. */
export const STYLES = /* css */ `
:host {
  color-scheme: light dark;
  --_bg: var(--spindle-bg, light-dark(#ffffff, #16181d));
  --_panel: var(--spindle-panel, light-dark(#f5f6f8, #1d2027));
  --_line: var(--spindle-line, light-dark(#dcdfe5, #333842));
  --_text: var(--spindle-text, light-dark(#1d2430, #e6e9ef));
  --_dim: var(--spindle-dim, light-dark(#596273, #a2abba));
  --_accent: var(--spindle-accent, light-dark(#1f5fbf, #86b7ff));
  --_glow: var(--spindle-glow, light-dark(#fff0b8, #4a3d0d));
  --_running: var(--spindle-running, light-dark(#00805c, #2fc396));
  --_sleeping: var(--spindle-sleeping, light-dark(#7a86b8, #7f9fc8));
  --_waiting: var(--spindle-waiting, light-dark(#b37400, #f0b13c));
  --_queued: var(--spindle-queued, light-dark(#7e22ce, #b774fb));
  --_stop: var(--spindle-stop, light-dark(#c2410c, #ff8a5c));
  --_mono: var(--spindle-mono, ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace);
  display: block;
  container: inspector / size;
  min-height: 220px;
  height: 480px;
  background: var(--_bg);
  color: var(--_text);
  font: 13px/1.4 var(--spindle-font, system-ui, sans-serif);
  text-align: left;
}
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.frame { display: grid; height: 100%; grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr); }
.bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 6px;
  padding: 6px 10px; contain: layout; background: var(--_panel); border-bottom: 1px solid var(--_line);
}
.status { flex: 1 1 180px; min-width: 0; padding-left: 4px; color: var(--_dim); font-variant-numeric: tabular-nums; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.status[data-paused] { color: var(--_text); font-weight: 600; }
button, select, input {
  font: inherit; color: inherit; height: 28px; padding: 0 10px; margin: 0;
  background: var(--_bg); border: 1px solid var(--_line); border-radius: 6px;
}
button { cursor: pointer; white-space: nowrap; }
button:hover:not(:disabled) { border-color: var(--_dim); }
button:disabled { color: var(--_dim); cursor: default; background: transparent; }
button[aria-pressed='true'] { background: var(--_accent); border-color: var(--_accent); color: var(--_bg); }
.icon { width: 28px; padding: 0; }
input { width: 130px; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
.past { display: flex; contain: layout; align-items: center; gap: 6px; padding: 4px 10px; background: var(--_panel); border-bottom: 1px solid var(--_line); }
.past input { flex: 1 1 160px; min-width: 60px; padding: 0; border: 0; background: none; accent-color: var(--_accent); }
.words { min-width: 84px; max-width: 60%; overflow: hidden; color: var(--_dim); font-variant-numeric: tabular-nums; text-overflow: ellipsis; white-space: nowrap; }
.body {
  display: grid; grid-row: 3; min-height: 0;
  grid-template: 'lanes source' minmax(90px, 1.2fr) 'lists source' minmax(110px, 1fr) / minmax(0, 1.5fr) minmax(260px, 1fr);
}
:host([without-source]) .body { grid-template: 'lanes' minmax(90px, 1.2fr) 'lists' minmax(110px, 1fr) / minmax(0, 1fr); }
.lanes { grid-area: lanes; position: relative; min-height: 0; contain: strict; }
.scroller { position: absolute; inset: 0; overflow: hidden auto; }
.scroller:focus-visible { outline-offset: -2px; }
.scroller canvas { position: sticky; top: 0; display: block; cursor: default; }
.empty {
  position: absolute; inset: 0; display: grid; place-content: center; gap: 4px; padding: 16px;
  text-align: center; background: var(--_bg);
}
.empty b { font-size: 15px; font-weight: 600; }
.empty span { color: var(--_dim); max-width: 44ch; }
.legend { display: flex; gap: 12px; flex-wrap: wrap; color: var(--_dim); }
.legend i { font-style: normal; margin-right: 4px; }
.tip {
  position: absolute; z-index: 2; max-width: min(360px, 80%); padding: 4px 8px; pointer-events: none;
  background: var(--_text); color: var(--_bg); border-radius: 6px; font-size: 12px;
}
.lists { grid-area: lists; contain: strict; display: grid; grid-template-rows: auto minmax(0, 1fr) auto; min-height: 0; border-top: 1px solid var(--_line); }
.tabrow { display: flex; align-items: center; padding: 0 8px; background: var(--_panel); border-bottom: 1px solid var(--_line); }
.tabs { display: flex; gap: 2px; }
.tabs button { height: 30px; border: 0; border-radius: 0; background: none; color: var(--_dim); border-bottom: 2px solid transparent; }
.tabs button[aria-selected='true'] { color: var(--_text); border-bottom-color: var(--_accent); font-weight: 600; }
.tabrow .legend { margin-left: auto; padding: 0 4px; font-size: 12px; flex-wrap: nowrap; overflow: hidden; }
.panel { min-height: 0; position: relative; }
.panel .panel { position: absolute; inset: 0; }
.selected { margin: 0; padding: 6px 10px; border-top: 1px solid var(--_line); background: var(--_panel); overflow-wrap: anywhere; max-height: 62px; overflow-y: auto; }
.selected b { font-weight: 600; }
.table { position: absolute; inset: 0; overflow: auto; }
.table:focus-visible { outline-offset: -2px; }
.head, .row { display: grid; grid-template-columns: var(--_columns); gap: 10px; padding: 0 10px; align-items: center; }
.head { position: sticky; top: 0; z-index: 1; height: 26px; background: var(--_bg); border-bottom: 1px solid var(--_line); color: var(--_dim); font-size: 12px; }
.rows { position: relative; }
.row { position: absolute; contain: strict; left: 0; right: 0; height: 26px; cursor: default; }
.row > *, .head > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row:hover { background: var(--_panel); }
.row[aria-selected='true'] { background: color-mix(in srgb, var(--_accent) 18%, var(--_bg)); }
.row .number { font-variant-numeric: tabular-nums; color: var(--_dim); }
.mono, code { font-family: var(--_mono); font-size: 12px; }
.none { margin: 0; padding: 14px 10px; color: var(--_dim); }
.state::before { display: inline-block; width: 16px; content: attr(data-shape); }
[data-state='0']::before { color: var(--_running); }
[data-state='1']::before { color: var(--_sleeping); }
[data-state='2']::before { color: var(--_waiting); }
[data-state='3']::before { color: var(--_queued); }
.queues { position: absolute; inset: 0; overflow: auto; margin: 0; padding: 4px 10px; list-style: none; }
.queues li { padding: 8px 0; border-bottom: 1px solid var(--_line); }
.queues b { font-weight: 600; }
.queues ol { display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0 0; padding: 0; list-style: none; counter-reset: place; }
.queues ol li { padding: 0; border: 0; }
.queues button { height: 26px; padding: 0 8px; }
.queues small { color: var(--_dim); font-size: 12px; }
.source { grid-area: source; contain: strict; display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; border-left: 1px solid var(--_line); }
:host([without-source]) .source { display: none; }
.source header { display: flex; gap: 6px; align-items: center; padding: 5px 8px; background: var(--_panel); border-bottom: 1px solid var(--_line); }
.source select { flex: 1; min-width: 0; }
.code { overflow: auto; padding: 4px 0; position: relative; }
.code ol { margin: 0; padding: 0; list-style: none; min-width: 100%; font: 12px var(--_mono); tab-size: 8; }
.code li { display: flex; align-items: center; contain: strict; height: 20px; white-space: pre; border-left: 3px solid transparent; }
.code li button {
  flex: none; width: 46px; height: 20px; padding: 0 8px 0 0; border: 0; border-radius: 0; background: none; position: relative;
  color: var(--_dim); font: 12px var(--_mono); text-align: right;
}
.code li button[aria-pressed='true'] { background: none; color: var(--_text); font-weight: 700; }
.code li button[aria-pressed='true']::before { content: '●'; position: absolute; left: 6px; color: var(--_stop); }
.code li button:hover::before { content: '●'; position: absolute; left: 6px; color: var(--_stop); }
.code li button:focus-visible { outline-offset: -2px; }
.code li[data-glow] { background: var(--_glow); border-left-color: var(--_waiting); animation: glow 0.9s ease-out; }
.code li[data-here] { box-shadow: inset 0 0 0 1px var(--_accent); }
.code .who { position: sticky; right: 0; margin-left: auto; padding: 0 8px; color: var(--_text); font: 11px system-ui, sans-serif; background: inherit; }
[data-back] .code li[data-glow] { animation: none; }
@keyframes glow { from { box-shadow: inset 10px 0 0 var(--_waiting); } }
.t-keyword { color: light-dark(#8b2fa8, #d79bf0); }
.t-string { color: light-dark(#17703a, #8fd6a4); }
.t-class, .t-entity { color: light-dark(#1f5fbf, #86b7ff); }
.t-comment { color: var(--_dim); font-style: italic; }
.only-narrow { display: none; }
@container inspector (max-width: 720px) {
  .body { grid-template: 'lanes' minmax(90px, 0.8fr) 'lists' minmax(140px, 1.2fr) / minmax(0, 1fr) !important; }
  :host(:not([without-source])) .only-narrow { display: inline-block; }
  .source { grid-area: lists; margin-top: 31px; border-left: 0; display: none; background: var(--_bg); z-index: 1; }
  .body[data-tab='source'] .source { display: grid; }
  .tabrow .legend, .wide { display: none; }
  input { width: 96px; }
  .past { flex-wrap: wrap; }
  .past input { flex-basis: 100%; order: -1; }
  .words { flex: 1; }
  .bar .status { order: 9; flex-basis: 100%; }
  .bar { gap: 5px; padding: 5px 8px; }
  .bar button, .bar select { padding: 0 7px; }
  .bar .icon { padding: 0; }
  .bar .status:empty { display: none; }
}
@container inspector (max-height: 330px) {
  .selected { display: none; }
}
@media (pointer: coarse) {
  button, select, input { height: 34px; }
  .icon { width: 34px; }
}
@media (prefers-reduced-motion: reduce) {
  .code li[data-glow] { animation: none; }
}
`;
