// The parts of several nouns in and around the shell, loaded together with it.

import { UpdateNotice } from '../ground/shell/UpdateNotice.tsx'
import { bell } from '../people/notifications/Bell.tsx'
import { finder } from './finder/Finder.tsx'

export { ScannedLabels } from '../people/patients/labels/ScannedLabels.tsx'

/** The way to everything by its name, and what needs somebody. */
export const headerTools = (
  <>
    <UpdateNotice />
    {finder}
    {bell}
  </>
)
