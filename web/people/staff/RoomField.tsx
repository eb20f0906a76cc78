import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { fold } from '../../../contract/fold.ts'
import { finderOf } from '../../../contract/search/people.ts'

/** The room in which a doctor sees patients: free text, with the rooms of the clinic to choose from. */
export function RoomField({
  rooms,
  value,
  onChange,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  rooms: readonly string[]
  value: string
  onChange: (room: string) => void
}) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // A room that is there already is to be replaced by any of them.
  const isListed = rooms.some((room) => fold(room) === fold(value.trim()))
  const isFound = finderOf(isListed ? '' : value)
  const offered = rooms.filter((room) => isFound(fold(room)))
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(room) => {
        onChange(room)
        combobox.closeDropdown()
      }}
      withinPortal
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          aria-autocomplete="list"
          autoComplete="off"
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            combobox.resetSelectedOption()
            combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={(event) => {
            combobox.closeDropdown()
            input.onBlur?.(event)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label="Rooms of the clinic" mah={280} style={{ overflowY: 'auto' }}>
          {offered.map((room) => (
            <Combobox.Option key={room} value={room}>
              <bdi>{room}</bdi>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
