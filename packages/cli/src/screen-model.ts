import type { Freshness } from './freshness.js';
import { healthOf, type RowHealth } from './health-colour.js';
import type { LogView } from './log-view.js';
import type { ObjectDetails } from './object-details.js';
import type { Key } from './screen-keys.js';
import type { LiveColumn, Row, ScreenRows } from './screen-rows.js';
import { fitted, padded, textWidth, withoutLast } from './text-width.js';
import { timeOfDay } from './time-of-day.js';

/** One resource of the live table. */
export interface ScreenTab {
  readonly label: string;
  readonly rows: ScreenRows;
  /** Shown if there is no object. */
  readonly empty: string;
  freshness(nowMs: number): Freshness;
  /** The number of objects received so far, while the first list arrives. */
  received(): number;
  /** The lines of one object as YAML. */
  describe(row: Row): readonly string[];
  /** Reads the conditions of one object and the Events about it, until it is closed. */
  details(row: Row): Pick<ObjectDetails, 'lines' | 'close'>;
  /** Follows the logs of one object, or returns why it has none; undefined if the resource has no logs. */
  readonly follow?: ((row: Row) => LogView | string) | undefined;
}

/** What a key asks of the driver. */
export type ScreenAction = 'quit' | 'interrupt' | 'suspend' | undefined;

/** How long a change stays visible, ms. */
export const fadeMs = 5_000;

// SGR parameters of a change at its three ages: just now, recently, about to fade.
const fading = {
  '+': ['1;32', '32', '2;32'],
  '~': ['1;33', '33', '2;33'],
  '-': ['1;31', '31', '2;31'],
} as const;

/** A change of a row that fails stays red: a pod that crashes changes all the time. */
const fadingFailure = ['1;31', '31', '31'] as const;

// SGR parameters and mark of a row without a recent change.
const looks: Readonly<Record<RowHealth, { readonly colour: string; readonly mark: string }>> = {
  well: { colour: '', mark: ' ' },
  waiting: { colour: '33', mark: ' ' },
  failing: { colour: '31', mark: '!' },
  done: { colour: '2', mark: ' ' },
};

const helpLines = [
  'Keys',
  '',
  '  ↑ ↓  k j          select another row',
  '  Page Up, Down     one screen up or down',
  '  Home End  g G     first or last row',
  '  Enter, d          states, events, changes, YAML',
  '  y                 YAML alone',
  '  l                 logs of a pod or workload',
  '  /                 filter by any text; Esc clears it',
  '  s                 sort by the next column',
  '  r                 reverse the order',
  '  Tab  ← →          next or previous resource',
  '  Ctrl-Z            suspend; fg continues',
  '  q  Ctrl-C         quit',
  '',
  '  + ~ -             added, changed, deleted a moment ago',
  '  !                 fails (red); yellow: not ready; dim: done',
];

const logHelpLines = [
  'Keys in logs',
  '',
  '  ↑ ↓  k j          scroll, which pauses the view',
  '  Page Up, Down     one screen up or down',
  '  Home End  g G     oldest or newest lines',
  '  /                 search upwards',
  '  n N               the next match above or below',
  '  c                 the next container, then all',
  '  p                 before the last restart',
  '  t                 when each line was written',
  '  w                 wrap lines',
  '  l  q  Esc         back to the table',
];

// Lines around the rows: tabs, freshness, column headers, keys.
const frameLines = 4;
const minColumnWidth = 6;
/** On a narrower screen the column NAME stays as wide as it is, and others go. */
const narrowWidth = 60;

/** What is selected and scrolled in one tab. */
interface Place {
  /** Key of the selected row; it stays selected when rows move. */
  selected: string | undefined;
  /** Index of the selected row, for when that row is gone. */
  index: number;
  top: number;
  /** Widths so far of these columns: they only grow, so that columns do not move. */
  widths: number[];
  columns: readonly LiveColumn[];
}

/** An object that is shown; without `details` as YAML alone. */
interface Detail {
  readonly row: Row;
  readonly details: ReturnType<ScreenTab['details']> | undefined;
  top: number;
}

/** The live table as a value: keys and resizes change it, `frame` returns the lines to show. It knows no terminal. */
export class ScreenModel {
  readonly #tabs: readonly ScreenTab[];
  readonly #places: Place[];
  readonly #colour: boolean;
  readonly #note: string;
  #tab = 0;
  #width: number;
  #height: number;
  /** The filter while it is typed. */
  #typing: string | undefined;
  /** The object whose YAML is shown. */
  #detail: Detail | undefined;
  /** The logs that are followed. */
  #logs: LogView | undefined;
  /** Why the last key did nothing. */
  #notice = '';
  #helps = false;
  /** The YAML of an object, which takes time. */
  #yaml: { readonly object: unknown; readonly lines: readonly string[] } | undefined;

  constructor(
    tabs: readonly ScreenTab[],
    size: { readonly width: number; readonly height: number },
    { colour, note = '' }: { readonly colour: boolean; readonly note?: string },
  ) {
    this.#tabs = tabs;
    this.#places = tabs.map(newPlace);
    this.#colour = colour;
    this.#note = note;
    this.#width = size.width;
    this.#height = size.height;
  }

  resize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
    for (const place of this.#places) place.widths = [];
  }

  /** Applies a key, and returns what the driver must do. */
  press(key: Key): ScreenAction {
    if (key.name === 'interrupt' || key.name === 'suspend') return key.name;
    this.#notice = '';
    // Any key closes the list of keys.
    if (this.#helps) this.#helps = false;
    else if (this.#typing !== undefined) this.#type(key);
    else if (key.name === 'character' && key.text === '?' && this.#logs?.isTyping !== true)
      this.#helps = true;
    else if (this.#logs !== undefined) {
      if (this.#logs.press(key)) this.close();
    } else if (this.#detail !== undefined) return this.#pressInDetail(this.#detail, key);
    else return this.#pressInTable(key);
    return undefined;
  }

  /** Leaves the logs or the object that are shown. */
  close(): void {
    this.#logs?.close();
    this.#logs = undefined;
    this.#detail?.details?.close();
    this.#detail = undefined;
    this.#yaml = undefined;
  }

  /** Forgets changes that have faded, removes rows of deleted objects. True while any change is still fading. */
  fade(nowMs: number): boolean {
    const tab = this.#tabs[this.#tab];
    if (tab === undefined) return false;
    let fading = false;
    for (const { rows } of this.#tabs) rows.removeDeleted(nowMs - fadeMs);
    for (const row of this.#visible(tab))
      if (row.mark !== '' && nowMs - row.changedAtMs < fadeMs) fading = true;
    return fading;
  }

  /** The lines of the screen, one for each of its rows; each is at most as wide as the screen. */
  frame(nowMs: number): string[] {
    const tab = this.#tabs[this.#tab];
    const lines = tab === undefined ? [] : [this.#tabLine(nowMs), this.#freshnessLine(tab, nowMs)];
    if (tab !== undefined) {
      const help = this.#logs === undefined ? helpLines : logHelpLines;
      if (this.#helps) lines.push(...help.map((line) => fitted(line, this.#width)));
      else if (this.#logs !== undefined)
        lines.push(...this.#logs.frame(this.#width, this.#height - frameLines + 1));
      else if (this.#detail === undefined) lines.push(...this.#table(tab, nowMs));
      else lines.push(...this.#detailView(tab, this.#detail));
    }
    const body = lines.slice(0, Math.max(0, this.#height - 1));
    while (body.length < this.#height - 1) body.push('');
    return [...body, this.#keyLine(tab)].slice(0, Math.max(1, this.#height));
  }

  #pressInTable(key: Key): ScreenAction {
    const tab = this.#tabs[this.#tab];
    if (tab === undefined) return undefined;
    const page = Math.max(1, this.#height - frameLines);
    switch (key.name) {
      case 'up':
        return this.#move(tab, -1);
      case 'down':
        return this.#move(tab, 1);
      case 'pageUp':
        return this.#move(tab, -page);
      case 'pageDown':
        return this.#move(tab, page);
      case 'home':
        return this.#move(tab, -Infinity);
      case 'end':
        return this.#move(tab, Infinity);
      case 'tab':
      case 'right':
        this.#tab = (this.#tab + 1) % this.#tabs.length;
        return undefined;
      case 'backTab':
      case 'left':
        this.#tab = (this.#tab + this.#tabs.length - 1) % this.#tabs.length;
        return undefined;
      case 'enter':
        return this.#open(tab);
      case 'escape':
        tab.rows.filter = '';
        return undefined;
      case 'character':
        return this.#command(tab, key.text);
      default:
        return undefined;
    }
  }

  #command(tab: ScreenTab, text: string): ScreenAction {
    const { rows } = tab;
    if (text === 'q') return 'quit';
    if (text === 'd' || text === 'y') this.#open(tab, text === 'y');
    if (text === 'l') this.#followLogs(tab);
    if (text === '/') this.#typing = rows.filter;
    if (text === 'j') this.#move(tab, 1);
    if (text === 'k') this.#move(tab, -1);
    if (text === 'g') this.#move(tab, -Infinity);
    if (text === 'G') this.#move(tab, Infinity);
    // The columns in turn, then the order of keys.
    if (text === 's')
      rows.sortBy(rows.sortColumn + 1 >= tab.rows.columns.length ? -1 : rows.sortColumn + 1, rows.descending);
    if (text === 'r') rows.sortBy(rows.sortColumn, !rows.descending);
    return undefined;
  }

  #open(tab: ScreenTab, onlyYaml = false): undefined {
    const row = this.#selected(tab);
    if (row === undefined) return;
    this.#detail = { row, details: onlyYaml ? undefined : tab.details(row), top: 0 };
  }

  #followLogs(tab: ScreenTab): void {
    const row = this.#selected(tab);
    if (row === undefined) return;
    const logs =
      tab.follow?.(row) ?? `${tab.label} have no logs: l needs pods, or a workload with a selector`;
    if (typeof logs === 'string') this.#notice = logs;
    else this.#logs = logs;
  }

  #pressInDetail(detail: { top: number }, key: Key): ScreenAction {
    const page = Math.max(1, this.#height - frameLines);
    const text = key.name === 'character' ? key.text : '';
    if (text === 'q') return 'quit';
    if (key.name === 'escape' || key.name === 'enter' || key.name === 'backspace') this.close();
    if (key.name === 'up' || text === 'k') detail.top -= 1;
    if (key.name === 'down' || text === 'j') detail.top += 1;
    if (key.name === 'pageUp') detail.top -= page;
    if (key.name === 'pageDown' || text === ' ') detail.top += page;
    if (key.name === 'home' || text === 'g') detail.top = 0;
    if (key.name === 'end' || text === 'G') detail.top = Infinity;
    return undefined;
  }

  #type(key: Key): void {
    const tab = this.#tabs[this.#tab];
    if (tab === undefined) return;
    let text = this.#typing ?? '';
    if (key.name === 'character') text += key.text;
    else if (key.name === 'backspace') text = withoutLast(text);
    else if (key.name === 'escape') text = '';
    this.#typing = key.name === 'escape' || key.name === 'enter' ? undefined : text;
    tab.rows.filter = text;
  }

  #move(tab: ScreenTab, by: number): undefined {
    const { view } = tab.rows;
    const place = this.#place();
    this.#follow(tab);
    place.index = Math.max(0, Math.min(view.length - 1, place.index + by));
    place.selected = view[place.index]?.key;
  }

  #place(): Place {
    return (this.#places[this.#tab] ??= newPlace());
  }

  #selected(tab: ScreenTab): Row | undefined {
    this.#follow(tab);
    return tab.rows.view[this.#place().index];
  }

  /** Keeps the selected row selected and on the screen, wherever it has moved to. */
  #follow(tab: ScreenTab): void {
    const { rows } = tab;
    const place = this.#place();
    const row = place.selected === undefined ? undefined : rows.get(place.selected);
    const found = row === undefined ? -1 : rows.indexOf(row);
    const last = rows.view.length - 1;
    place.index = found === -1 ? Math.max(0, Math.min(place.index, last)) : found;
    const space = Math.max(1, this.#height - frameLines);
    place.top = Math.max(place.index - space + 1, Math.min(place.top, place.index));
    place.top = Math.max(0, Math.min(place.top, last - space + 1));
  }

  #visible(tab: ScreenTab): readonly Row[] {
    this.#follow(tab);
    const { top } = this.#place();
    return tab.rows.view.slice(top, top + Math.max(1, this.#height - frameLines));
  }

  #table(tab: ScreenTab, nowMs: number): string[] {
    const place = this.#place();
    const { columns } = tab.rows;
    if (place.columns !== columns) {
      place.columns = columns;
      place.widths = [];
    }
    const visible = this.#visible(tab);
    const cells = visible.map((row) => columns.map((column) => column.text(row.key, row.object, nowMs)));
    const headers = columns.map(({ header }, index) => {
      if (index !== tab.rows.sortColumn) return header;
      return `${header} ${tab.rows.descending ? '▼' : '▲'}`;
    });
    const widths = this.#widths(headers, cells);
    const line = (row: readonly string[]): string =>
      row.flatMap((cell, index) => padded(cell, widths[index] ?? 0) || []).join('  ');
    const { index, top } = place;
    const names = columns.map(({ header }) => header);
    return [
      this.#style('1', fitted(`  ${line(headers)}`.trimEnd(), this.#width)),
      ...visible.map((row, offset) =>
        this.#rowLine(row, line(cells[offset] ?? []), {
          isSelected: offset + top === index,
          health: healthOf(names, cells[offset] ?? []),
          nowMs,
        }),
      ),
      ...(visible.length > 0 ? [] : [fitted(`  ${this.#emptyText(tab, nowMs)}`, this.#width)]),
    ];
  }

  /** Why there is no row; while the cache is not complete the line above shows it. */
  #emptyText(tab: ScreenTab, nowMs: number): string {
    const { word } = tab.freshness(nowMs);
    if (word === 'syncing' || word === 'refused') return '';
    return tab.rows.size === 0 ? tab.empty : 'No row matches.';
  }

  #rowLine(
    row: Row,
    text: string,
    {
      isSelected,
      health,
      nowMs,
    }: { readonly isSelected: boolean; readonly health: RowHealth; readonly nowMs: number },
  ): string {
    const ageMs = nowMs - row.changedAtMs;
    const mark = ageMs < fadeMs ? row.mark : '';
    const look = looks[health];
    const line = padded(`${mark === '' ? look.mark : mark} ${text}`, this.#width);
    const step = ageMs < 1_000 ? 0 : ageMs < 3_000 ? 1 : 2;
    const steps = mark === '~' && health === 'failing' ? fadingFailure : mark === '' ? [] : fading[mark];
    const shown = steps[step] ?? look.colour;
    const colour = this.#colour ? shown : '';
    // The selected row is reversed even without colours, or it would not be visible.
    return sgr(
      [isSelected ? '7' : '', colour].filter((part) => part !== '').join(';'),
      isSelected ? line : line.trimEnd(),
    );
  }

  /** Widths of the columns, cut so that all fit: the widest first. On a narrow screen some are 0. */
  #widths(headers: readonly string[], cells: readonly (readonly string[])[]): readonly number[] {
    const place = this.#place();
    headers.forEach((header, index) => {
      let width = Math.max(place.widths[index] ?? 0, textWidth(fitted(header, this.#width)));
      for (const row of cells) {
        const cell = row[index] ?? '';
        width = Math.max(width, textWidth(fitted(cell, this.#width)));
      }
      place.widths[index] = width;
    });
    const widths = [...place.widths];
    const name = place.columns.findIndex(({ header }) => header === 'NAME');
    if (this.#width < narrowWidth && name !== -1) return withName(widths, name, this.#width - 2);
    const gaps = 2 + 2 * Math.max(0, widths.length - 1);
    for (let over = widths.reduce((sum, width) => sum + width, gaps) - this.#width; over > 0; over--) {
      const widest = widths.indexOf(Math.max(...widths));
      if ((widths[widest] ?? 0) <= minColumnWidth) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
    return widths;
  }

  #tabLine(nowMs: number): string {
    const tabs = this.#tabs.map((tab) => {
      const { word } = tab.freshness(nowMs);
      return ` ${tab.label} ${word === 'refused' ? word : tab.rows.size} `;
    });
    // Tabs on the left give way, so that the open one is on the screen.
    let first = 0;
    let upToOpen = tabs.slice(0, this.#tab + 1).reduce((sum, tab) => sum + textWidth(tab), 0);
    for (; first < this.#tab && upToOpen + 1 > this.#width; first++) upToOpen -= textWidth(tabs[first] ?? '');
    let used = first > 0 ? 1 : 0;
    const parts = tabs.slice(first).map((tab, index) => {
      const text = fitted(tab, this.#width - used);
      used += textWidth(text);
      return index + first === this.#tab ? sgr('7', text) : text;
    });
    if (first > 0) parts.unshift('‹');
    const space = this.#width - used - this.#note.length;
    return parts.join('') + (space > 0 ? ' '.repeat(space) + this.#note : '');
  }

  #freshnessLine(tab: ScreenTab, nowMs: number): string {
    const { fresh, word, detail } = tab.freshness(nowMs);
    const shown =
      tab.rows.filter === '' ? '' : ` · ${tab.rows.matching} of ${tab.rows.size} match "${tab.rows.filter}"`;
    const received = word === 'syncing' ? ` · ${tab.received()} received` : '';
    const head = fitted(`${fresh ? '●' : '○'} ${word}`, this.#width);
    const clock = ` ${timeOfDay(nowMs)}`;
    const space = this.#width - textWidth(head) - clock.length;
    const rest = padded(` · ${detail}${received}${shown}`, space);
    return this.#style(fresh ? '32' : '1;31', head) + (space < 0 ? '' : rest + clock);
  }

  #keyLine(tab: ScreenTab | undefined): string {
    if (this.#typing !== undefined) return fitted(`/${this.#typing}█  Enter: keep  Esc: clear`, this.#width);
    if (this.#helps) return this.#style('2', fitted('any key: back', this.#width));
    if (this.#notice !== '') return fitted(this.#notice, this.#width);
    if (this.#logs !== undefined) return this.#style('2', fitted(this.#logs.keys, this.#width));
    const parts =
      this.#detail === undefined
        ? ['q: quit', '?: keys', 'd: describe', 'y: YAML', '/: filter', 's: sort']
        : ['q: quit', '↑↓: scroll', 'Esc: back'];
    if (this.#detail === undefined && tab?.follow !== undefined) parts.splice(4, 0, 'l: logs');
    if (this.#detail === undefined && this.#tabs.length > 1) parts.push('Tab: next');
    const sort = tab?.rows.columns[tab.rows.sortColumn]?.header;
    if (this.#detail === undefined && sort !== undefined) parts.push(`sorted by ${sort}`);
    return this.#style('2', fitted(parts.join('  '), this.#width));
  }

  #detailView(tab: ScreenTab, detail: Detail): string[] {
    const { row, details } = detail;
    if (this.#yaml?.object !== row.object) this.#yaml = { object: row.object, lines: tab.describe(row) };
    const about =
      details === undefined
        ? []
        : [...details.lines(row.object, this.#width), 'Changes', ...changeLines(row)];
    const title = `${row.key}${row.mark === '-' ? ' (deleted)' : ''}`;
    const lines = [title, ...about, '', ...this.#yaml.lines];
    const space = Math.max(1, this.#height - frameLines + 1);
    detail.top = Math.max(0, Math.min(detail.top, lines.length - space));
    return lines.slice(detail.top, detail.top + space).map((line) => fitted(line, this.#width));
  }

  #style(parameters: string, text: string): string {
    return this.#colour ? sgr(parameters, text) : text;
  }
}

/** Gives the column NAME the width it needs, and the others in their order what is left; 0 hides a column. */
function withName(widths: readonly number[], name: number, width: number): number[] {
  const nameWidth = Math.min(widths[name] ?? 0, width);
  let space = width - nameWidth;
  return widths.map((wanted, index) => {
    if (index === name) return nameWidth;
    const given = Math.min(wanted, space - 2);
    const fits = given >= Math.min(wanted, minColumnWidth);
    space = fits ? space - given - 2 : 0;
    return fits ? given : 0;
  });
}

function newPlace(): Place {
  return { selected: undefined, index: 0, top: 0, widths: [], columns: [] };
}

function changeLines(row: Row): string[] {
  if (row.changes.length === 0) return ['  none since the start'];
  const names = { '+': 'added', '-': 'deleted', '~': '', '': '' };
  return row.changes.flatMap(({ atMs, fields }, index) => {
    const name = index === 0 ? names[row.mark] : '';
    const [first = '', ...rest] = fields.length === 0 ? [name] : fields;
    return [`  ${timeOfDay(atMs)}  ${first}`, ...rest.map((field) => `            ${field}`)];
  });
}

function sgr(parameters: string, text: string): string {
  return parameters === '' ? text : `\u001b[${parameters}m${text}\u001b[0m`;
}
