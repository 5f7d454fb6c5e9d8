// Prints every public member that an editor would show without a line of documentation: exports of the entries, members of
// their classes, interfaces and option objects, and of the types that those reach. Exits with 1 if there is one.
//
//     npm ci --prefix docs     # its TypeScript has the compiler API, which the newer one of this workspace lacks
//     node scripts/undocumented-members.mjs
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { packages, root } from './packages.mjs';

const ts = createRequire(join(root, 'docs/package.json'))('typescript');
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
const entries = packages.flatMap((each) =>
  each.entries.filter(({ specifier, output }) => specifier !== undefined && output !== 'dist/internal'),
);
const program = ts.createProgram({ rootNames: entries.map(({ source }) => source), options });
const checker = program.getTypeChecker();

const isOurs = (symbol) =>
  symbol.declarations?.some((node) => {
    const { fileName } = node.getSourceFile();
    return fileName.startsWith(join(root, 'packages')) && !fileName.includes('node_modules');
  }) === true;

const isPrivate = (node) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0;

/** Well-known symbols, private names and names that need quotes are in no list after a dot; nor is what `stripInternal` removes. */
function isShown(symbol) {
  if (!/^[A-Za-z]\w*$/.test(symbol.name) || !isOurs(symbol)) return false;
  if (symbol.getJsDocTags(checker).some(({ name }) => name === 'internal')) return false;
  return !symbol.declarations.some(isPrivate);
}

const missing = new Map();

/** Reports a symbol or signature without documentation under the place of its declaration. */
function requireDocs(documented, declaration, name) {
  if (documented.getDocumentationComment(checker).length > 0) return;
  const file = declaration.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(declaration.getStart());
  missing.set(`${relative(root, file.fileName)}:${line + 1}:${character + 1}`, name);
}

const visited = new Set();
// Types still to be read, with the name under which a member of theirs is printed.
const queue = [];
const visit = (type, name) => {
  if (visited.has(type)) return;
  visited.add(type);
  queue.push([type, name]);
};

function readSignature(signature, name) {
  for (const parameter of signature.parameters) visit(checker.getTypeOfSymbol(parameter), name);
  visit(signature.getReturnType(), name);
}

/** An editor shows the texts of all parts that have a member, so one of them is enough. */
function readUnion(union, name) {
  const byName = new Map();
  for (const part of union.types) {
    if (part.aliasSymbol !== undefined || part.symbol?.name !== '__type') visit(part, name);
    else
      for (const property of checker.getPropertiesOfType(part))
        byName.set(property.name, [...(byName.get(property.name) ?? []), property]);
  }
  for (const [property, symbols] of byName) {
    const shown = symbols.filter(isShown);
    const path = `${union.aliasSymbol?.name ?? name}.${property}`;
    const documented = shown.find((symbol) => symbol.getDocumentationComment(checker).length > 0) ?? shown[0];
    if (documented !== undefined) requireDocs(documented, documented.declarations[0], path);
    for (const symbol of shown) visit(checker.getTypeOfSymbol(symbol), path);
  }
}

function readType(type, name) {
  if (type.isUnion()) readUnion(type, name);
  if (type.isIntersection()) for (const part of type.types) visit(part, name);
  if ((type.flags & ts.TypeFlags.Object) === 0) {
    const constraint = checker.getBaseConstraintOfType(type);
    if (type.isTypeParameter() && constraint !== undefined) visit(constraint, name);
    if (!type.isIntersection()) return;
  }
  for (const argument of checker.getTypeArguments(type)) visit(argument, name);
  const shown =
    type.aliasSymbol?.name ?? ((type.symbol?.name ?? '__').startsWith('__') ? name : type.symbol.name);
  for (const signature of type.getCallSignatures()) readSignature(signature, shown);
  for (const index of checker.getIndexInfosOfType(type)) visit(index.type, shown);
  for (const property of checker.getPropertiesOfType(type)) {
    if (!isShown(property)) continue;
    const path = `${shown}.${property.name}`;
    requireDocs(property, property.declarations[0], path);
    visit(checker.getTypeOfSymbol(property), path);
  }
}

function readExport(exported) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  if (symbol.flags & ts.SymbolFlags.Namespace && !(symbol.flags & ts.SymbolFlags.Class)) {
    for (const inner of checker.getExportsOfModule(symbol)) readExport(inner);
    return;
  }
  if (!isShown(symbol)) return;
  requireDocs(symbol, symbol.declarations[0], symbol.name);
  if (symbol.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.Class))
    visit(checker.getDeclaredTypeOfSymbol(symbol), symbol.name);
  if ((symbol.flags & ts.SymbolFlags.Value) === 0) return;
  const value = checker.getTypeOfSymbol(symbol);
  visit(value, symbol.name);
  // An editor shows the constructor's text, not that of the class, at `new`.
  for (const signature of value.getConstructSignatures()) {
    if (signature.declaration !== undefined && isPrivate(signature.declaration)) continue;
    if (signature.getJsDocTags().some(({ name }) => name === 'internal')) continue;
    readSignature(signature, symbol.name);
    if (signature.declaration?.parent === symbol.valueDeclaration && symbol.flags & ts.SymbolFlags.Class)
      requireDocs(signature, signature.declaration, `new ${symbol.name}`);
  }
}

for (const { source } of entries)
  for (const exported of checker.getExportsOfModule(
    checker.getSymbolAtLocation(program.getSourceFile(source)),
  ))
    readExport(exported);
for (let next = queue.pop(); next !== undefined; next = queue.pop()) readType(...next);

for (const [place, name] of [...missing].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  process.stdout.write(`${place} ${name}\n`);
if (missing.size > 0) process.exitCode = 1;
