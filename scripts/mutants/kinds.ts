// Kinds of faults that StrykerJS does not have: a condition dropped from a query, a comparison flipped in SQL, a
// control that is no longer disabled, a role with a permission more or less.

import { roles } from '../../contract/permissions.ts'

interface Node {
  type: string
  [property: string]: unknown
}

interface NodePath {
  node: Node
  parent: Node | undefined
  hub?: { file?: { opts?: { filename?: string } } }
}

interface Kind {
  name: string
  mutate(path: NodePath): Iterable<Node>
}

const conditions = /^(where|whereRef|having|on|onRef)$/
const flipped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '=': '!=',
  '!=': '=',
  '<>': '=',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
}

const queryCondition: Kind = {
  name: 'QueryCondition',
  *mutate({ node }) {
    const callee = node.callee as Node | undefined
    if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return
    if (conditions.test(nameOf(callee.property))) yield copyOf(callee.object as Node)
  },
}

const queryComparison: Kind = {
  name: 'QueryComparison',
  *mutate({ node, parent }) {
    const isSecond = parent?.type === 'CallExpression' && (parent.arguments as Node[])[1] === node
    const other = node.type === 'StringLiteral' && isSecond && flipped[node.value as string]
    if (other) yield { type: 'StringLiteral', value: other }
  },
}

/** Faults in SQL, each in one place: a comparison is flipped, `and` becomes `or`, or `not` is left out. */
const sqlWords: readonly [RegExp, (found: string) => string][] = [
  [/(?<=\s)(<=|>=|<>|<|>|=)(?=\s)/g, (found) => flipped[found] ?? found],
  [/\band\b(?! current row| \d)/g, () => 'or'],
  [/\bor\b(?! replace)/g, () => 'and'],
  [/\bnot (?=exists|in\b|like|null\b)/g, () => ''],
  [/\bis null\b/g, () => 'is not null'],
  [/\bis not null\b/g, () => 'is null'],
  [/\bdistinct (?!on|from)/g, () => ''],
]
const looksLikeSql = /\b(select|insert into|update|delete from|where|case when|coalesce|exists)\b/

const sql: Kind = {
  name: 'Sql',
  *mutate({ node, parent }) {
    if (node.type !== 'TemplateLiteral') return
    const isTagged = parent?.type === 'TaggedTemplateExpression' && /^sql$/.test(nameOf(parent.tag as Node))
    const quasis = node.quasis as { value: { raw: string } }[]
    if (!isTagged && !looksLikeSql.test(quasis.map(({ value }) => value.raw).join('?'))) return
    for (const [place, { value }] of quasis.entries()) {
      for (const raw of changesOf(value.raw)) {
        const copy = copyOf(node)
        const changed = (copy.quasis as { value: { raw: string; cooked: string } }[])[place]
        if (changed) changed.value = { raw, cooked: raw }
        yield copy
      }
    }
  },
}

function* changesOf(text: string): Iterable<string> {
  for (const [words, change] of sqlWords) {
    for (const { 0: found, index } of text.matchAll(words)) {
      // `between x and y` is one comparison.
      if (found === 'and' && /\bbetween\b[^()]*$/.test(text.slice(0, index))) continue
      yield text.slice(0, index) + change(found) + text.slice(index + found.length)
    }
  }
}

const attribute: Kind = {
  name: 'RemovedAttribute',
  *mutate({ node }) {
    if (node.type !== 'JSXAttribute') return
    if (!/^(disabled|readOnly|required)$/.test(nameOf(node.name as Node))) return
    const given = (node.value as Node | undefined)?.expression as Node | undefined
    if (given?.type === 'BooleanLiteral' && !given.value) return
    const nothing = { type: 'Identifier', name: 'undefined' }
    yield { ...copyOf(node), value: { type: 'JSXExpressionContainer', expression: nothing } }
  },
}

const everyRole: readonly string[] = roles

/** Faults in the table of permissions: a role loses a permission, or gets one. */
const role: Kind = {
  name: 'Role',
  *mutate({ node, parent }) {
    const permission = parent?.type === 'ObjectProperty' && (parent.key as Node).value
    if (node.type !== 'ArrayExpression' || !/^\w+\.\w+$/.test(String(permission))) return
    const elements = node.elements as Node[]
    const names = elements.map(({ value }) => value as string)
    if (names.some((name) => !everyRole.includes(name))) return
    for (const lost of names) yield arrayOf(names.filter((name) => name !== lost))
    for (const gained of everyRole.filter((name) => !names.includes(name))) yield arrayOf([...names, gained])
  },
}

function arrayOf(names: string[]): Node {
  return { type: 'ArrayExpression', elements: names.map((value) => ({ type: 'StringLiteral', value })) }
}

function nameOf(node: unknown): string {
  return String((node as Node | undefined)?.name ?? '')
}

function copyOf(node: Node): Node {
  return structuredClone(node)
}

/** Adds these kinds to StrykerJS's own list, once, because it has no option for other kinds. */
export async function useOwnKinds(): Promise<void> {
  const place = new URL('./mutators/mutate.js', import.meta.resolve('@stryker-mutator/instrumenter'))
  const { allMutators } = (await import(place.href)) as { allMutators: Kind[] }
  for (const kind of [queryCondition, queryComparison, sql, attribute, role]) {
    if (!allMutators.includes(kind)) allMutators.push(kind)
  }
}
