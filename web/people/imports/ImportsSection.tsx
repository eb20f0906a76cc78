import { IconTableImport } from '@tabler/icons-react'
import { ButtonLink } from '../../ground/links/links.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import classes from './Imports.module.css'

/** Leads from the hospital's settings to the imports. */
export function ImportsSection() {
  return (
    <div className={classes.place}>
      <Section
        title="Move In From Another System"
        description="Import patients, beds, stock and more from CSV or XLSX files. All rows are checked first, and an import can be undone."
      >
        <ButtonLink
          to="/imports"
          variant="default"
          leftSection={<IconTableImport size={16} aria-hidden="true" />}
        >
          Open Imports
        </ButtonLink>
      </Section>
    </div>
  )
}
