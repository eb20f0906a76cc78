import { expect, test } from 'vitest'
import { theme } from './theme.ts'
import { cssVariables } from './tokens.ts'

type Scheme = 'light' | 'dark'
/** A variable of tokens.ts, a shade of the theme (`ink.7`), or its `white` and `black`. */
type Colour = `--${string}` | `${string}.${number}` | 'white' | 'black'
/** A colour on a background, and the least contrast of WCAG 2.2: 4.5 for text, 3 for edges and marks. */
interface Pair {
  on: Colour
  colours: readonly Colour[]
  least: 4.5 | 3
}

const mantine = (...names: string[]) => names.map((name): Colour => `--mantine-color-${name}`)
const tones = ['quiet', 'blue', 'ink', 'amber', 'green', 'violet', 'red']
/** Around a control; what it is filled with under the mouse is within its edge. */
const grounds: Colour[] = ['--ground', '--surface', '--sunken', '--bar', ...mantine('body', 'default')]
const text = (on: Colour, ...colours: Colour[]): Pair => ({ on, colours, least: 4.5 })
const edge = (on: Colour, ...colours: Colour[]): Pair => ({ on, colours, least: 3 })

/** The pairs of colours on the screens, as the accessibility sweep finds them. */
const pairs: Record<Scheme, readonly Pair[]> = {
  light: [
    ...ofBoth(),
    // Filled buttons and marks, then the light ones.
    text('ink.7', 'white'),
    text('ink.8', 'white'),
    text('red.7', 'white'),
    text('ink.1', 'ink.9', 'ink.7'),
    text('ink.2', 'ink.9'),
    text('red.1', 'red.9', '--mantine-color-text'),
    text('amber.1', 'amber.9'),
    text('gray.0', '--mantine-color-text'),
    text('white', 'black', 'ink.9', ...mantine('text', 'dimmed', 'error'), '--tone-red'),
    text('--ground', 'gray.9', 'ink.9'),
  ],
  dark: [
    ...ofBoth(),
    text('ink.6', 'white'),
    text('ink.7', 'white'),
    text('--mantine-color-red-filled', 'white'),
    text('--mantine-color-red-filled-hover', 'white'),
    text('--mantine-color-red-light', '--mantine-color-red-light-color', 'white'),
    text('--mantine-color-amber-light', 'amber.0', 'amber.3', 'white'),
    text('--surface', ...mantine('ink-light-color', 'red-outline')),
    text('--ground', 'dark.1', 'gray.0', ...mantine('ink-light-color', 'red-outline')),
    text('dark.4', '--mantine-color-text'),
  ],
}

function ofBoth(): Pair[] {
  return [
    ...[...grounds, ...mantine('default-hover')].map((on) =>
      text(
        on,
        ...mantine('text', 'dimmed', 'anchor', 'error'),
        ...tones.map((tone): Colour => `--tone-${tone}`),
      ),
    ),
    ...grounds.map((on) => edge(on, '--focus', ...mantine('default-border', 'error'))),
    ...tones.map((tone) => text(`--tone-${tone}-bg`, `--tone-${tone}`, '--mantine-color-text')),
    text('--tone-amber-bg', '--mantine-color-anchor'),
    ...mantine('body', 'default').map((on) => text(on, '--mantine-color-placeholder')),
    text('--mantine-color-disabled', '--mantine-color-disabled-color'),
    text('--rail', '--night-text', '--night-bright'),
    text('--night-glow', 'black'),
  ]
}

/** All pairs that are too faint. */
function faint(scheme: Scheme, variables: Readonly<Record<string, string>>): string[] {
  return pairs[scheme].flatMap(({ on, colours, least }) =>
    colours.flatMap((colour) => {
      const contrast = contrastOf(hexOf(colour, variables), hexOf(on, variables))
      return contrast >= least ? [] : [`${colour} on ${on}: ${contrast.toFixed(2)}, ${least} at least`]
    }),
  )
}

function hexOf(colour: Colour, variables: Readonly<Record<string, string>>): string {
  const [name = '', shade = ''] = colour.split('.')
  const hex =
    variables[colour] ??
    theme.colors?.[name]?.[Number(shade)] ??
    { white: theme.white, black: theme.black }[name]
  if (!hex || !/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`${colour} is no colour: ${hex}`)
  return hex
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const share = Number.parseInt(hex.slice(place, place + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function variablesOf(scheme: Scheme): Record<string, string> {
  const { variables, [scheme]: own } = cssVariables()
  return { ...variables, ...own }
}

test.each(['light', 'dark'] as const)('no text and no edge is too faint, %s', (scheme) => {
  expect(faint(scheme, variablesOf(scheme))).toEqual([])
})

test('every colour of a text, an edge and a ground in the tokens is in a pair', () => {
  const paired = new Set(
    Object.values(pairs).flatMap((of) => of.flatMap(({ on, colours }) => [on, ...colours])),
  )
  // Lines that only part what stands apart already, and the lamp beside the words that say the same.
  const decoration = ['--glow', '--hairline', '--rail-line', '--mantine-color-disabled-border']
  const colours = (['light', 'dark'] as const).flatMap((scheme) => Object.entries(variablesOf(scheme)))
  const missing = colours.filter(([name, value]) => value.startsWith('#') && !paired.has(name as Colour))
  expect([...new Set(missing.map(([name]) => name))].toSorted()).toEqual(decoration.toSorted())
})

test.each(['light', 'dark'] as const)('a token that is too faint is found, %s', (scheme) => {
  const found = (name: string, value: string) => faint(scheme, { ...variablesOf(scheme), [name]: value })
  const grey = scheme === 'light' ? '#8a857b' : '#5f7087'
  expect(found('--mantine-color-dimmed', grey)).toContainEqual(
    expect.stringContaining('--mantine-color-dimmed on --ground'),
  )
  expect(found('--mantine-color-default-border', variablesOf(scheme)['--hairline'] ?? '')).toHaveLength(
    grounds.length,
  )
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
