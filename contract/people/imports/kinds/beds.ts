import { fold } from '../../../fold.ts'
import { type Ward, wardNames } from '../../../wards/wards.ts'
import { choicesOf, type KindFields } from './kind.ts'

const wardWords: Record<Ward, readonly string[]> = {
  GENERAL: ['general', 'general ward', 'ward', 'medical', 'surgical'],
  ICU: ['icu', 'intensive care', 'intensive care unit', 'itu', 'critical care'],
  EMERGENCY: ['emergency', 'emergency department', 'er', 'ed', 'a e', 'casualty', 'accident and emergency'],
  PEDIATRIC: ['pediatric', 'pediatrics', 'paediatric', 'paediatrics', 'children', 'childrens ward'],
  MATERNITY: ['maternity', 'obstetrics', 'labour', 'labour ward', 'labor', 'obgyn'],
  PSYCHIATRIC: ['psychiatric', 'psychiatry', 'mental health'],
}

/** 'Intensive Care' → ICU; undefined for a ward's own name. */
function guessWard(typed: string): Ward | undefined {
  const words = fold(typed)
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
  return (Object.entries(wardWords) as [Ward, readonly string[]][]).find(([, known]) =>
    known.includes(words),
  )?.[0]
}

export const beds: KindFields = {
  fields: {
    bedNumber: {
      name: 'Bed number',
      isRequired: true,
      words: ['bed number', 'bed', 'bed no', 'bed name', 'bed code', 'bed id', 'number'],
    },
    ward: {
      name: 'Kind of ward',
      isRequired: true,
      canBeConstant: true,
      choices: choicesOf(wardNames),
      guess: guessWard,
      words: ['kind of ward', 'ward kind', 'ward type', 'type of ward', 'type', 'bed type', 'ward'],
    },
    unit: {
      name: 'Ward by its name',
      words: ['ward by its name', 'ward name', 'name of ward', 'unit', 'unit name', 'station'],
    },
    notes: { name: 'Notes', isJoined: 'LINES', words: ['notes', 'remarks', 'comments', 'description'] },
  },
}
