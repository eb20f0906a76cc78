import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { fold } from '../../../../contract/fold.ts'
import { finderOf } from '../../../../contract/search/people.ts'

/** A text of one line, with some to choose from: any other can be typed. */
export function OfferedText({
  offers,
  offersLabel,
  value,
  onChange,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  offers: readonly string[]
  /** 'Rooms of the clinic' */
  offersLabel: string
  value: string
  onChange: (value: string) => void
}) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // One of them that is there already is to be replaced by any other.
  const isListed = offers.some((offer) => fold(offer) === fold(value.trim()))
  const isFound = finderOf(isListed ? '' : value)
  const offered = offers.filter((offer) => isFound(fold(offer)))
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(offer) => {
        onChange(offer)
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
        <Combobox.Options aria-label={offersLabel} mah={280} style={{ overflowY: 'auto' }}>
          {offered.map((offer) => (
            <Combobox.Option key={offer} value={offer}>
              <bdi>{offer}</bdi>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
