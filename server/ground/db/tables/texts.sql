-- A text of one line and one of many are kinds of their own. Neither may hold what can't be seen: control characters,
-- code points that Unicode will never assign, and marks that reverse the text after them (record 58).
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
      'admission.diagnosis allergy.reaction allergy.substance appointment.admitted_to batch.batch_number bed.bed_number '
      'demo_request.hospital demo_request.name demo_request.phone display.name formulary_medicine.name hospital.name '
      'hospital.phone inventory_item.description inventory_item.name invitation.first_name invitation.last_name '
      'medication.instructions medication.name medication.reason passkey.name patient.contact_number patient.first_name '
      'patient.last_name problem.diagnosis staff.first_name staff.last_name staff.name staff.registration_number staff.room '
      'staff.specialty storage_location.name supplier.contact supplier.name', ' '))
    union all
    select 'lines', unnest(string_to_array(
      'acuity_entry.note admission.death_taken_back_reason admission.follow_up admission.notes admission.summary '
      'allergy.struck_reason appointment.cancel_note appointment.notes appointment_status_change.reason bed.maintenance_reason '
      'bed.notes demo_request.message hospital.address inventory_item.notes medication.allergy medication.allergy_reason '
      'medication.dose_question medication.dose_reason medication.struck_reason medication_stop.reason patient.address '
      'patient.allergies patient.medical_history problem.struck_reason purchase_order.notes stay.reason '
      'stock_movement.allergy stock_movement.allergy_reason stock_movement.reason visit_note.assessment visit_note.findings '
      'visit_note.plan visit_note.reason visit_note.struck_reason visit_note_amendment.text vital_signs.struck_reason', ' '))
  loop
    tab := split_part(place, '.', 1);
    col := split_part(place, '.', 2);
    execute format(
      'alter table %I add constraint %I check (%I !~ %L)', tab, tab || '_' || col || '_is_' || kind, col,
      '[' || hidden || case kind when 'line' then '\t\n' else '' end || ']'
    );
  end loop;
end $$;
