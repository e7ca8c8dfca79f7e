DROP INDEX `sessions_id_unique`;--> statement-breakpoint
ALTER TABLE `sessions` ADD `tenant` text DEFAULT 'default' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_by_id` ON `sessions` (`tenant`,`id`);