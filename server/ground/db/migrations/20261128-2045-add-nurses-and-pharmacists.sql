-- Nothing else here uses the new roles: a transaction that adds a value to an enum can't use it.
alter type role_name add value 'nurse' after 'doctor';
alter type role_name add value 'pharmacist' after 'nurse';
