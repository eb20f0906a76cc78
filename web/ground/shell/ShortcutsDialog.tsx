// No dialog in this file is about a patient.
import { Kbd, Title } from '@mantine/core'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'
import classes from './Shortcuts.module.css'
import { commandKey } from './shortcuts.ts'

const groups: readonly { where: string; keys: readonly (readonly [string, ...string[]])[] }[] = [
  {
    where: 'On every screen',
    keys: [
      ['Search Lantern', commandKey, 'K'],
      ['Show keyboard shortcuts', '?'],
      ['Close a dialog or menu', 'Esc'],
    ],
  },
  {
    where: 'In the search',
    keys: [
      ['Choose a result', '↑', '↓'],
      ['Open the highlighted result', 'Enter'],
    ],
  },
  {
    where: 'In a list',
    keys: [
      ['Go to the search box', '/'],
      ['Clear the search box', 'Esc'],
      ['Open the only patient, item, account or medicine found', 'Enter'],
    ],
  },
  {
    where: 'In the queue',
    keys: [
      ['Go to the next card or row', '↑', '↓'],
      ['Go to the next column', '←', '→'],
      ['Go to what can be done with it', 'Tab'],
    ],
  },
  { where: 'In a consultation', keys: [['Book a follow-up', 'F']] },
]

/** The keys that do something anywhere. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  if (!opened) return null
  return (
    <DialogFrame title="Keyboard shortcuts" size="md" isQuestion onClose={onClose}>
      {groups.map(({ where, keys }) => (
        <section key={where} aria-label={where}>
          <Title order={3} size="h4" className={classes.heading}>
            {where}
          </Title>
          <dl className={classes.keys}>
            {keys.map(([does, ...pressed]) => (
              <div key={does}>
                <dt>{does}</dt>
                <dd>
                  {pressed.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </DialogFrame>
  )
}
