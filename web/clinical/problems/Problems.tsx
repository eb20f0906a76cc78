import { Button } from '@mantine/core'
import { IconStethoscope } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Problem } from '../../../contract/clinical/problems.ts'
import type { Patient } from '../../../contract/people/patients.ts'
import { useMay } from '../../ground/sign-in/account.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { EntrySection, type EntryWords, StrikeDialog } from '../entries/public.ts'
import { pastProblemsQuery, problemsQuery, useProblemActions } from './queries.ts'
import { writtenProblem } from './written-problem.tsx'

const RecordProblemDialog = late(() => import('./RecordProblemDialog.tsx'), 'RecordProblemDialog', whileOpen)
const ResolveProblemDialog = late(
  () => import('./ResolveProblemDialog.tsx'),
  'ResolveProblemDialog',
  whileOpen,
)

interface Act {
  kind: 'resolve' | 'strike'
  problem: Problem
}

/** A patient's active problems, and past ones on demand. For users who may see clinical entries. */
export function Problems({
  patient,
  isRecording,
  onRecording,
}: {
  patient: Patient
  isRecording: boolean
  onRecording: (isRecording: boolean) => void
}) {
  const mayRecord = useMay()('clinical.diagnose')
  const query = useQuery(problemsQuery(patient.id))
  const { strike } = useProblemActions()
  const [isAll, setIsAll] = useState(false)
  const past = useInfiniteQuery({ ...pastProblemsQuery(patient.id), enabled: isAll })
  const [act, setAct] = useState<Act>()
  const close = () => setAct(undefined)
  const about = act && { patient, what: <bdi>{act.problem.diagnosis}</bdi>, onClose: close }

  function say(problem: Problem): EntryWords {
    const { diagnosis } = problem
    const button = (label: string, kind: Act['kind']) => (
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`${label} ${diagnosis}`}
        onClick={() => setAct({ kind, problem })}
      >
        {label}
      </Button>
    )
    return {
      ...writtenProblem(problem),
      actions: mayRecord && (
        <>
          {button('Resolve', 'resolve')}
          {button('Mark as entered in error', 'strike')}
        </>
      ),
    }
  }

  return (
    <>
      <EntrySection
        title="Problems"
        things="problems"
        icon={<IconStethoscope size={28} stroke={1.5} />}
        query={query}
        current={query.data}
        rest={{
          words: 'past problems',
          none: 'No past problems.',
          query: past,
          isShown: isAll,
          onShown: setIsAll,
        }}
        say={say}
        record={mayRecord && { label: 'Record Diagnosis', onClick: () => onRecording(true) }}
        empty="No active problems"
      />
      {mayRecord && (
        <>
          <RecordProblemDialog.Ahead />
          <ResolveProblemDialog.Ahead />
          <StrikeDialog.Ahead />
        </>
      )}
      {about && act.kind === 'strike' && (
        <StrikeDialog {...about} thing="diagnosis" onStrike={(reason) => strike(act.problem.id, reason)} />
      )}
      {act?.kind === 'resolve' && (
        <ResolveProblemDialog patient={patient} problem={act.problem} onClose={close} />
      )}
      {isRecording && mayRecord && (
        <RecordProblemDialog
          patient={patient}
          onSaved={() => {
            onRecording(false)
            toast.success('Diagnosis recorded')
          }}
          onClose={() => onRecording(false)}
        />
      )}
    </>
  )
}
