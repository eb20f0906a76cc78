import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Doctor, doctorName, type ListedDoctor } from '../../../contract/people/staff.ts'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { doctorsQuery } from './queries.ts'
import { doctorWords } from './words.ts'

/** The doctors as name and e-mail, with specialty, clinic and room. If they can't be loaded, it says so here, with a retry. */
export function DoctorField({
  value,
  onChange,
  present,
  error,
  withAsterisk = true,
  ...input
}: {
  value: string
  onChange: (doctorId: string) => void
  /** The one who is booked already: shown even if no longer a doctor, in these words if there are any. */
  present?: Doctor | { id: string; words: string } | undefined
  id?: string
  label: string
  description?: string
  withAsterisk?: boolean
  error?: ReactNode
  onFocus?: () => void
  onBlur?: () => void
}) {
  const doctors = useQuery(doctorsQuery)
  const known = (doctors.data ?? []).map(optionOf)
  const listed =
    present && !known.some(({ value: id }) => id === present.id) ? [optionOf(present), ...known] : known
  return (
    <div>
      <Choice
        {...input}
        withAsterisk={withAsterisk}
        aria-required={withAsterisk || undefined}
        isLoading={doctors.isPending}
        placeholder={doctors.isPending ? 'Loading the doctors…' : 'Choose a doctor'}
        nothingFoundMessage={doctors.data ? 'No doctor of that name' : 'The doctors are not loaded'}
        data={listed}
        clearable={!withAsterisk}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        error={error}
      />
      {doctors.isError && (
        <Group gap="xs" mt={4} role="alert">
          <Text size="xs" c="var(--mantine-color-error)">
            The doctors could not be loaded. {doctors.error.message}
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            aria-busy={doctors.isFetching}
            onClick={() => doctors.refetch()}
          >
            Retry
          </Button>
        </Group>
      )}
      {doctors.data?.length === 0 && (
        <Text size="xs" mt={4} c="dimmed" role="status">
          No doctors yet. An administrator can assign the doctor role on the Staff page.
        </Text>
      )}
    </div>
  )
}

const optionOf = (doctor: (Doctor & Partial<ListedDoctor>) | { id: string; words: string }) => ({
  value: doctor.id,
  label: 'words' in doctor ? doctor.words : doctorWords(doctor),
})

/** The name of a doctor who is known by the id alone, as a form holds it. */
export function DoctorName({ id }: { id: string }) {
  const doctors = useQuery(doctorsQuery).data
  if (!doctors) return 'Name not loaded'
  const doctor = doctors.find((one) => one.id === id)
  return doctor ? doctorName(doctor) : 'No longer a doctor'
}
