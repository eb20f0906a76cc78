import { Skeleton } from '@mantine/core'
import { late } from '../../../ground/ui/lazy-component.tsx'

const load = () => import('./ContactsAndCoverage.tsx')

/** The contacts and the coverage of a patient. They stand last in their column, because they come late. */
export const LateContacts = late(load, 'ContactsAndCoverage', {
  StandIn: () => <Skeleton h={280} radius="md" />,
  isPlaceholder: true,
})

/** The emergency contact, on one line. */
export const LateWhomToCall = late(load, 'WhomToCall', {
  StandIn: () => <span style={{ display: 'block', minHeight: '1.5em' }} />,
  isPlaceholder: true,
})
