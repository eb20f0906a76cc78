// Finds the tests that documents refer to.
import { existsSync, readFileSync } from 'node:fs'

/** The cells of each row of all tables, without their headings. */
export function rowsOf(markdown: string): string[][] {
  const lines = markdown.split('\n')
  return lines.flatMap((line, at) => {
    const isRow = line.startsWith('|') && !isRule(line) && !isRule(lines[at + 1] ?? '')
    // A stroke within a cell is written \|.
    return isRow
      ? [
          line
            .split(/(?<!\\)\|/)
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ]
      : []
  })
}

function isRule(line: string): boolean {
  return /^\|[\s:|-]+\|$/.test(line)
}

/**
 * The faults of a reference to tests: `file`: title; another title of it; `npm run command`.
 * A title is any part of a test's name, to the letter. `e2e/queue` is short for `e2e/queue.spec.ts`.
 */
export function faultsOf(shownBy: string): string[] {
  let files: string[] = []
  return shownBy.split('; ').flatMap((part) => {
    const [, names, title] = /^((?:`[^`]+`(?:, )?)+)(?:: (.+))?$/.exec(part) ?? []
    if (names) files = names.match(/(?<=`)[^`]+(?=`(?:, |$))/g) ?? []
    const missing = files.filter((name) => !isThere(name))
    if (missing.length > 0) return missing.map((name) => `there is no ${name}`)
    const sought = names ? title : part
    if (!names && files.length === 0) return [`${part} is of no file`]
    return files
      .filter((name) => sought && !isTitleIn(name, sought))
      .map((name) => `${name} has no ‘${sought}’`)
  })
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

function isThere(name: string): boolean {
  const [, command] = /^npm (?:run )?([\w:]+)/.exec(name) ?? []
  return command ? command in scripts : fileOf(name) !== undefined
}

function fileOf(name: string): string | undefined {
  const ends = name.startsWith('e2e/') ? ['', '.spec.ts', '.ts'] : ['', '.ts', '.tsx']
  return ends.map((end) => name + end).find((path) => /\.\w+$/.test(path) && existsSync(path))
}

/**
 * Whether a file has this title: alone on its line, or after a parenthesis of `test(`, `describe(` or `])(`. In a
 * document it may stand anywhere.
 */
function isTitleIn(name: string, title: string): boolean {
  const file = fileOf(name)
  if (!file) return false
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.md')) return text.replaceAll(/\s+/g, ' ').includes(title)
  const titles = text.matchAll(
    /^(?:\s*|\s*\](?: as const)?\)+\(|.*\b(?:test|describe|step)\b.*\()(?<quote>['"`])(?<words>(?:\\.|(?!\k<quote>).)+)\k<quote>,/gm,
  )
  return [...titles].some(({ groups }) => (groups?.['words'] ?? '').replaceAll("\\'", "'").includes(title))
}
