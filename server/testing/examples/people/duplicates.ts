import type * as duplicates from '../../../../contract/people/duplicates/duplicates.ts'
import { type DuplicatePair, decideDuplicates } from '../../../../contract/people/duplicates/duplicates.ts'
import { appOf, type Examples, example, one, type People } from '../../example.ts'
import { givenDuplicates } from '../../factories/patients/duplicates.ts'

const idsOf = ({ records }: DuplicatePair) => records.map(({ id }) => id)

export function examples(people: People): Examples<typeof duplicates> {
  const { receptionist: desk } = people

  async function given() {
    const app = appOf.get(people)
    if (!app) throw new Error('These people have no server')
    return givenDuplicates(app, desk)
  }

  return {
    listDuplicates: async () => {
      await given()
      return example(
        desk,
        {},
        {
          patients: (reply) => [
            ...new Set((reply as { items: DuplicatePair[] }).items.flatMap((pair) => idsOf(pair))),
          ],
        },
      )
    },
    summarizeDuplicates: async () => example(desk),
    decideDuplicates: async () => {
      const pair = await given()
      const body = { mark: pair.mark, note: 'A mother and her daughter' }
      return example(desk, { ...one(pair), body }, { patients: idsOf(pair), subject: pair.id })
    },
    takeBackDuplicates: async () => {
      const pair = await given()
      await desk.call(decideDuplicates, { ...one(pair), body: { mark: pair.mark } })
      return example(desk, one(pair), { patients: idsOf(pair), subject: pair.id })
    },
  }
}
