// Reads the targets of docs/quality.md. `npm run format` writes the last figures of lab/results.json into it.

/** A target, with the items of its list by name: Bound, Measured by, Planted fault, Last figure. */
export interface Target {
  what: string
  said: ReadonlyMap<string, string>
}

/** A noted figure, with the day on which it was measured. */
interface Figure {
  said: string
  /** Undefined if the day is not known. */
  on?: string
  remark?: string
}

/** One line of a run, as lab/results.ts writes it. */
export interface Measured {
  bound: string
  measured: string
  against: string
  figure: string
  holds: boolean | null
  on: string
}

export interface Results {
  targets: Readonly<Record<string, { run?: string; lines?: readonly string[]; noted: readonly Figure[] }>>
  runs: Readonly<Record<string, { machine: string; lines: Readonly<Record<string, Measured>> }>>
}

const mostColumns = 120
const blocks = /(?=^#{2,3} )/m

export function targetsOf(markdown: string): Target[] {
  return markdown
    .split(blocks)
    .filter((block) => block.startsWith('### '))
    .map((block) => {
      const [heading = '', ...items] = block.split(/\n+- /)
      const said = items.map((item) => /^([^:]+): ([^]*)$/.exec(item.trim().replaceAll(/\s+/g, ' ')))
      return {
        what: heading.slice('### '.length).trim(),
        said: new Map(said.map((parts) => [parts?.[1] ?? '', parts?.[2] ?? ''])),
      }
    })
}

/** Writes the last figures of the results into the document. @throws if the document lacks a target of the results */
export function withFigures(markdown: string, results: Results): string {
  const left = new Set(Object.keys(results.targets))
  const text = markdown.split(blocks).map((block) => {
    const what = /^### (.*)/.exec(block)?.[1] ?? ''
    if (!left.delete(what)) return block
    const list = block.trimEnd().replace(/\n- Last figure:[^]*$/, '')
    return `${list}\n${wrapped(`- Last figure: ${lastFigure(what, results)}`)}\n\n`
  })
  if (left.size > 0) throw new Error(`docs/quality.md has no target ${[...left].join(', ')}.`)
  return `${text.join('').trimEnd()}\n`
}

/** The figures of the last run since the last note, followed by the notes. */
function lastFigure(what: string, { targets, runs }: Results): string {
  const { run, lines: wanted = [], noted } = targets[what] ?? { noted: [] }
  const notedOn =
    noted
      .map(({ on = '' }) => on)
      .toSorted()
      .at(-1) ?? ''
  const found = Object.entries(runs[run ?? '']?.lines ?? {}).filter(
    ([line, { on }]) => on > notedOn && wanted.some((part) => line.includes(part)),
  )
  const names = withoutShared(found.map(([line]) => line))
  const days = Map.groupBy(
    found.map(([, measured], index) => ({ ...measured, name: names[index] ?? '' })),
    ({ on }) => on,
  )
  const measured = Array.from(days, ([on, lines]) => inWords({ said: lines.map(figureOf).join('; '), on }))
  const before = noted.map(inWords).join('; ')
  return [measured.join('; '), before].filter(Boolean).join('; before that ')
}

function figureOf({ name, figure, measured, against, holds }: Measured & { name: string }): string {
  const said = figure ? `${name}: ${figure}` : `${measured}${against && ` (${against})`}`
  return `${said}${holds === false ? ' ✗' : ''}`
}

/** The names of lines without the words that all of them begin or end with. */
function withoutShared(names: readonly string[]): string[] {
  const words = names.map((name) => name.split(' '))
  const [first = []] = words
  const differs = (place: number) => words.some((others) => others.at(place) !== first.at(place))
  const begin = first.findIndex((_, place) => differs(place))
  if (begin < 0) return [...names]
  const end = first.findIndex((_, place) => differs(-1 - place))
  return words.map((all) =>
    all
      .slice(begin, all.length - end)
      .join(' ')
      .replace(/,$/, ''),
  )
}

function inWords({ said, on, remark = '' }: Figure): string {
  return `${said}${on ? `, ${dayInWords(on)}` : ''}${remark.startsWith('(') ? ' ' : remark && ', '}${remark}`
}

function dayInWords(day: string): string {
  const moment = new Date(`${day}T00:00:00Z`)
  const month = moment.toLocaleString('en', { month: 'short', timeZone: 'UTC' })
  return `${moment.getUTCDate()} ${month} ${moment.getUTCFullYear()}`
}

/** Wraps an item of a list between words, but not within code or links, nor where a line would begin another list. */
function wrapped(item: string): string {
  const lines = ['']
  for (const word of item.match(/(?:`[^`]*`|\[[^\]]*\]\([^)]*\)|[^\s`])+/g) ?? []) {
    const line = lines.at(-1) ?? ''
    if (line.length + word.length >= mostColumns && !/^([-+*#>]|\d+[.)])$/.test(word)) lines.push(`  ${word}`)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines.join('\n')
}
