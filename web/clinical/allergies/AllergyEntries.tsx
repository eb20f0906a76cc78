import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Allergy } from '../../../contract/clinical/allergies.ts'
import { allergenWords } from '../../../contract/clinical/allergy-words.ts'
import { type Patient } from '../../../contract/people/patients.ts'
import { useMay } from '../../ground/sign-in/account.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { EntrySection, StrikeDialog } from '../entries/public.ts'
import { allergiesQuery, pastAllergiesQuery, useAllergyActions } from './queries.ts'
import { writtenAllergy } from './written-allergy.tsx'

const AllergyDialog = late(() => import('./AllergyDialog.tsx'), 'AllergyDialog', whileOpen)

/** A patient's list of allergies: what was reported, and what doctors recorded, confirmed or corrected. */
export function AllergyEntries({
  patient,
  isRecording,
  onRecording,
}: {
  patient: Patient
  isRecording: boolean
  onRecording: (isRecording: boolean) => void
}) {
  const mayDo = useMay()
  const mayJudge = mayDo('allergy.confirm')
  // Reception reports in the patient's form.
  const act = mayJudge ? 'Record' : mayDo('allergy.report') && !mayDo('patient.edit') && 'Report'
  const query = useQuery(allergiesQuery(patient.id))
  const { strike } = useAllergyActions()
  const [isAll, setIsAll] = useState(false)
  const past = useInfiniteQuery({ ...pastAllergiesQuery(patient.id), enabled: isAll })
  const [striking, setStriking] = useState<Allergy>()
  const [judging, setJudging] = useState<Allergy>()
  return (
    <>
      <EntrySection
        title="Allergies"
        things="allergies"
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        query={query}
        current={query.data && worstFirst(query.data, patient)}
        rest={{
          words: 'past allergy entries',
          none: 'No entries were removed or replaced.',
          query: past,
          isShown: isAll,
          onShown: setIsAll,
        }}
        say={(entry) => ({
          ...writtenAllergy(entry),
          actions: mayJudge && (
            <>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Confirm or correct ${said(entry)}`}
                onClick={() => setJudging(entry)}
              >
                {entry.certainty === 'CONFIRMED' ? 'Correct' : 'Confirm or correct'}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Mark as entered in error: ${said(entry)}`}
                onClick={() => setStriking(entry)}
              >
                Mark as entered in error
              </Button>
            </>
          ),
        })}
        record={act && { label: `${act} Allergy`, onClick: () => onRecording(true) }}
        empty="Allergies not recorded"
      />
      {act && <AllergyDialog.Ahead />}
      {striking && (
        <StrikeDialog
          patient={patient}
          thing="allergy"
          what={<bdi>{allergenWords(striking)}</bdi>}
          onStrike={(reason) => strike(striking.id, reason)}
          onClose={() => setStriking(undefined)}
        />
      )}
      {isRecording && act && (
        <AllergyDialog
          patient={patient}
          isReport={!mayJudge}
          onSaved={() => {
            onRecording(false)
            toast.success(mayJudge ? 'Allergy recorded' : 'Allergy reported')
          }}
          onClose={() => onRecording(false)}
        />
      )}
      {judging && (
        <AllergyDialog
          patient={patient}
          before={judging}
          onSaved={() => {
            setJudging(undefined)
            toast.success('Allergy saved')
          }}
          onClose={() => setJudging(undefined)}
        />
      )}
    </>
  )
}

/** In the order of the patient's banner; an entry that the banner does not have yet comes first. */
function worstFirst(entries: readonly Allergy[], { allergens }: Patient): Allergy[] {
  const place = ({ substance }: Allergy) => allergens.findIndex((one) => one.substance === substance)
  return entries.toSorted((one, other) => place(one) - place(other))
}

const said = ({ isNoneKnown, substance }: Allergy) =>
  isNoneKnown ? 'that no allergies are known' : `the allergy to ${substance}`
