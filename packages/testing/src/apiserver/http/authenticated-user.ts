/** A user with all fields, as an authoriser sees it. */
export interface AuthenticatedUser {
  /** Name of the user. */
  readonly name: string;
  /** Its groups, with `system:authenticated`. */
  readonly groups: readonly string[];
  /** "" for none. */
  readonly uid: string;
  /** Further information. */
  readonly extra: Readonly<Record<string, readonly string[]>>;
}
