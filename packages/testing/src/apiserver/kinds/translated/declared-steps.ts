/** The form of the rules that tags declare. */

/** Checks of apimachinery's package validate. */
export type CheckName =
  | 'RequiredValue'
  | 'RequiredPointer'
  | 'RequiredSlice'
  | 'RequiredMap'
  | 'ForbiddenPointer'
  | 'ForbiddenSlice'
  | 'Immutable'
  | 'LabelKey'
  | 'LongName'
  | 'LongNameCaseless'
  | 'ShortName'
  | 'UUID'
  | 'MaxBytes'
  | 'MaxLength'
  | 'MaxItems'
  | 'Maximum'
  | 'Minimum'
  | 'Enum'
  | 'Union'
  | 'ValSliceUnique'
  | 'UpdatePointer'
  | 'UpdateValueByCompare'
  | 'DependentRequired'
  | 'DependentForbidden';

/** A step of a type's validation. */
export type Step =
  | readonly [step: 'group', readonly Step[]]
  | readonly [step: 'type', name: string]
  /** A field; an absent one is its type's zero value, or nil. */
  | readonly [step: 'field', name: string, absent: 'value' | 'nil', readonly Step[]]
  /** The items of a list, which are the same if these fields are; all without names, none with null. */
  | readonly [step: 'each', keys: readonly string[] | null, readonly Step[]]
  | readonly [step: 'eachValue' | 'eachKey', readonly Step[]]
  /** Flags: `a` not enforced, `b` replaces what other validation finds, `s` a problem ends the checks of the value. */
  | readonly [check: CheckName, flags: string, limit?: number, names?: readonly string[]];
