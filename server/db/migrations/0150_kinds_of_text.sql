-- A text of one line and one of many are kinds of their own, and neither holds what can't be seen to be there: control
-- characters, what Unicode will never make a character, and what reverses the text after it (record 58). New rows are held
-- to it from here on; 0151 mends the old ones.
do $$
declare
  hidden text := (
    select '\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff'
      || string_agg(format('\U%s-\U%s', lpad(to_hex(last - 1), 8, '0'), lpad(to_hex(last), 8, '0')), '')
    from generate_series(131071, 1114111, 65536) last
  );
  kind text;
  place text;
  tab text;
  col text;
begin
  for kind, place in
    select 'line', unnest(string_to_array(
      'staff.first_name staff.last_name staff.name staff.room staff.specialty patient.first_name patient.last_name '
      'patient.contact_number bed.bed_number admission.diagnosis inventory_item.name inventory_item.description '
      'batch.batch_number supplier.name supplier.contact storage_location.name display.name hospital.name hospital.phone '
      'demo_request.name demo_request.hospital demo_request.phone passkey.name allergy.substance allergy.reaction '
      'medication.name medication.instructions medication.reason problem.diagnosis', ' '))
    union all
    select 'lines', unnest(string_to_array(
      'patient.address patient.allergies patient.medical_history appointment.notes appointment.cancel_note '
      'appointment_status_change.reason admission.notes admission.summary admission.follow_up admission.death_taken_back_reason '
      'acuity_entry.note stay.reason bed.notes bed.maintenance_reason inventory_item.notes purchase_order.notes '
      'stock_movement.reason hospital.address demo_request.message allergy.struck_reason medication.struck_reason '
      'medication.allergy medication.allergy_reason medication_stop.reason problem.struck_reason vital_signs.struck_reason '
      'visit_note.struck_reason visit_note.reason visit_note.findings visit_note.assessment visit_note.plan '
      'visit_note_amendment.text', ' '))
  loop
    tab := split_part(place, '.', 1);
    col := split_part(place, '.', 2);
    continue when not exists (
      select from pg_attribute where attrelid = tab::regclass and attname = col and not attisdropped
    );
    execute format(
      'alter table %I add constraint %I check (%I !~ %L) not valid', tab, tab || '_' || col || '_is_' || kind, col,
      '[' || hidden || case kind when 'line' then '\t\n' else '' end || ']'
    );
  end loop;
end $$;
