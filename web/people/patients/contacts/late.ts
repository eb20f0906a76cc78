import { late } from '../../../ground/ui/lazy-component.tsx'
import { CalleePlace } from './CalleePlace.tsx'
import { ContactsPlace } from './ContactsPlace.tsx'

export const LateContacts = late(() => import('./Contacts.tsx'), 'Contacts', {
  StandIn: ContactsPlace,
  isPlaceholder: true,
})

export const LateWhomToCall = late(() => import('./WhomToCall.tsx'), 'WhomToCall', {
  StandIn: CalleePlace,
  isPlaceholder: true,
})
