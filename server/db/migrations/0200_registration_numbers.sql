-- The number under which a prescriber is registered with the medical council: prescriptions print it.
alter table staff add column registration_number text
  constraint staff_registration_number_is_short check (registration_number ~ '\S' and length(registration_number) <= 40);

-- The same as in 0150.
do $$
declare
  hidden text := (
    select '\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff'
      || string_agg(format('\U%s-\U%s', lpad(to_hex(last - 1), 8, '0'), lpad(to_hex(last), 8, '0')), '')
    from generate_series(131071, 1114111, 65536) last
  );
begin
  execute format(
    'alter table staff add constraint staff_registration_number_is_line check (registration_number !~ %L)',
    '[' || hidden || '\t\n]');
end $$;
