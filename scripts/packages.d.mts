export declare const root: string;
export declare const packages: readonly {
  readonly name: string;
  readonly folder: string;
  readonly manifest: {
    readonly version: string;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly peerDependencies?: Readonly<Record<string, string>>;
  };
  readonly entries: readonly {
    readonly specifier: string | undefined;
    readonly output: string;
    readonly source: string;
  }[];
}[];
export declare const sourceAliases: { find: RegExp; replacement: string }[];
