/** Returns the page as one HTML text. */
export function packPage(): Promise<string>;

/** A plugin for rolldown and vite: see inspector-page.mjs. */
export function inspectorPage(): {
  readonly name: string;
  load(id: string): Promise<string | null>;
};
