// The parts of several nouns in and around the shell, loaded together with it.
import { bell } from '../notifications/Bell.tsx'
import { UpdateNotice } from '../shell/UpdateNotice.tsx'
import { finder } from './finder/Finder.tsx'

export { ScannedLabels } from '../patients/labels/ScannedLabels.tsx'

/** The way to everything by its name, and what needs somebody. */
export const headerTools = (
  <>
    <UpdateNotice />
    {finder}
    {bell}
  </>
)
