module regexoracle

go 1.25
