import { heedOtherTabs } from '../ground/sign-in/leaving/other-tabs.ts'

heedOtherTabs()
