module gojqoracle

go 1.24.0

require github.com/itchyny/gojq v0.12.18

require github.com/itchyny/timefmt-go v0.1.7 // indirect
