import { Stack } from '@mantine/core'
import type { Patient } from '../../../../contract/people/patients.ts'
import { CoverageSection } from '../coverage/CoverageSection.tsx'
import { Contacts } from './Contacts.tsx'

export { WhomToCall } from './WhomToCall.tsx'

export function ContactsAndCoverage({ patient }: { patient: Patient }) {
  return (
    <Stack gap="md">
      <Contacts patient={patient} />
      <CoverageSection patient={patient} />
    </Stack>
  )
}
