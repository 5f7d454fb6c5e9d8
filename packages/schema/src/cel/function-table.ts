/** All functions, constants and macros of an environment, ready for parser, checker and evaluator. */
import type { Library } from './environment.js';
import type { Overload } from './functions.js';
import { macroKey, optionalMacros, standardMacros, twoVariableMacros } from './macros.js';
import type { Macro } from './macros.js';
import { standardFunctions, standardTypes } from './standard.js';
import type { StandardFunction } from './standard.js';
import { DYN, LIST, listOf, MAP, mapOf, typeOfType } from './values.js';
import type { CelType, CelValue } from './values.js';

export interface Constant {
  readonly type: CelType;
  readonly value: CelValue;
}

export class FunctionTable {
  readonly macros: ReadonlyMap<string, Macro>;
  readonly constants: ReadonlyMap<string, Constant>;
  readonly #overloads = new Map<string, readonly Overload[]>();
  readonly #typeParams = new Map<Overload, readonly string[]>();

  constructor(libraries: readonly Library[]) {
    const macros = [
      ...standardMacros,
      ...optionalMacros,
      ...twoVariableMacros,
      ...libraries.flatMap((library) => library.macros ?? []),
    ];
    this.macros = new Map(macros.map((macro) => [macroKey(macro.name, macro.arity, macro.member), macro]));
    this.constants = new Map([
      ...standardTypes.map((type) => [type.name, { type: typeOfType(type), value: type }] as const),
      [LIST.name, { type: typeOfType(listOf(DYN)), value: LIST }] as const,
      [MAP.name, { type: typeOfType(mapOf(DYN, DYN)), value: MAP }] as const,
      ...libraries.flatMap((library) => Object.entries(library.constants ?? {})),
    ]);
    for (const [name, { overloads }] of standardFunctions) this.#overloads.set(name, overloads);
    for (const { overloads } of libraries) {
      for (const overload of overloads) {
        const before = this.#overloads.get(overload.name) ?? [];
        this.#overloads.set(overload.name, [...before, overload]);
      }
    }
    for (const overloads of this.#overloads.values()) {
      for (const overload of overloads) {
        const names = new Set<string>();
        for (const type of [...overload.params, overload.result]) collectParams(type, names);
        this.#typeParams.set(overload, [...names]);
      }
    }
  }

  /** `undefined` if there is no such function. */
  overloads(name: string): readonly Overload[] | undefined {
    return this.#overloads.get(name);
  }

  /** The names of the type parameters of an overload. */
  typeParams(overload: Overload): readonly string[] {
    return this.#typeParams.get(overload) ?? [];
  }

  /** The function of the language that has this name; libraries may add overloads to it. */
  standard(name: string): StandardFunction | undefined {
    return standardFunctions.get(name);
  }
}

function collectParams(type: CelType, names: Set<string>): void {
  if (type.kind === 'type_param') names.add(type.name);
  for (const part of type.parameters) collectParams(part, names);
}
