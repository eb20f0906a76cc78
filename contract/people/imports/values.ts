import { fold } from '../../fold.ts'
import { bloodGroups, type Gender } from '../patients.ts'

/** How other systems write what Lantern has a fixed list for. Whatever is not here is mapped by a person. */

const genderWords: Record<Gender, readonly string[]> = {
  MALE: ['m', 'male', 'man', 'boy', 'masculine', 'masculin', 'masculino', 'mannlich', 'homme', 'hombre'],
  FEMALE: [
    'f',
    'female',
    'woman',
    'girl',
    'feminine',
    'feminin',
    'femenino',
    'weiblich',
    'femme',
    'mujer',
    'w',
  ],
  OTHER: ['o', 'other', 'nonbinary', 'indeterminate', 'intersex', 'transgender', 'x'],
}

/** 'F' → FEMALE; undefined for what has to be mapped, such as '1' or 'U'. */
export function guessGender(typed: string): Gender | undefined {
  const word = fold(typed).replace(/[^\p{L}\d]/gu, '')
  const known = Object.entries(genderWords) as [Gender, readonly string[]][]
  return known.find(([, words]) => words.includes(word))?.[0]
}

const rhesus = /^(A|B|AB|O|0)(?:RHD?|D)?(\+|-|POSITIVE|NEGATIVE|POS|NEG|\+VE|-VE|VE\+|VE-|P|N)$/

/** 'o pos', 'O Rh+', '0+', 'O+ve' → 'O+' */
export function guessBloodGroup(typed: string): (typeof bloodGroups)[number] | undefined {
  const written = typed
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s().,_/]|TYPE|GROUP|RHESUS(?=[+-]|P|N)/g, (part) => (part === 'RHESUS' ? 'RH' : ''))
  const [, letters = '', sign = ''] = rhesus.exec(written) ?? []
  const group = letters.replace('0', 'O') + (/\+|P/.test(sign) ? '+' : '-')
  return letters ? bloodGroups.find((one) => one === group) : undefined
}
