alter table mail_settings add column frequency_before {{id}}; -- the last one that was not `off`, for those who turn mails on again; null: the default
