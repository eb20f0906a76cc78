import { Skeleton } from '@mantine/core'
import { useSite } from '../../../ground/sign-in/account.ts'
import { Section } from '../../../ground/ui/page/Section.tsx'
import classes from './Identifiers.module.css'

/** As high as the list of one patient usually is. */
export function ListPlace() {
  if (useSite().identifierFields === null) return null
  return (
    <div className={classes.place}>
      <Section title="Identifiers">
        <Skeleton h={44} role="status" aria-label="Loading the identifiers" />
      </Section>
    </div>
  )
}
